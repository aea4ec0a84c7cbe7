import { getBanner, listBanners, updateBanner } from '@greenroom/contract/marketing/banner/banner.endpoints'
import type { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import {
  IconDeviceMobile,
  IconExternalLink,
  IconGripVertical,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react'
import { callEndpoint } from '../../../lib/api/client.ts'
import { formatCardTime } from '../../../lib/dates.ts'
import { ActiveSwitch } from '../../../shared/record/active-switch/active-switch.tsx'
import type { ActiveSwitchSpec } from '../../../shared/record/active-switch/set-active.ts'
import { CardEdit } from '../../../shared/record/card-edit/card-edit.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CardButton } from '../../../ui/card-parts.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { recordLines } from '../../../ui/record-lines.tsx'
import { bannerTarget, bannerTiming, redirectFields } from './banner-facts.ts'
import { BannerFileView } from './banner-file-view.tsx'
import classes from './banner-lines.module.css'
import { bannerEditLink } from './banner-links.ts'
import {
  bannerCardMessages,
  bannerFormMessages,
  bannerListMessages,
  bannerPageLabels,
  bannerRedirectLabels,
  bannerSaveMessages,
} from './banner-messages.ts'
import type { GripProps } from './use-banner-order.ts'

const activeSwitch: ActiveSwitchSpec = {
  list: listBanners,
  one: getBanner,
  save: async (id, is_active, version) =>
    (await callEndpoint(updateBanner, { params: { id }, body: { is_active }, version })).data,
  messages: {
    pending: bannerCardMessages.updating,
    success: bannerSaveMessages.updated,
    error: bannerSaveMessages.notSaved,
  },
}

interface Context {
  mayWrite: boolean
  /** Milliseconds. */
  now: number
  /** Returns what moves a banner in the order; undefined for banners without a place in it. */
  gripOf: ((id: string) => GripProps) | undefined
  /** Opens the delete question of an active banner. */
  onDelete: (banner: Banner) => void
  /** Moves an inactive banner to the bin (OQ-477). */
  onMoveToBin: (banner: Banner) => void
  /** Called on hover and focus of a button that opens a dialog: prefetch it. */
  onIntent: () => void
}

const nameOf = ({ priority }: Banner) => bannerCardMessages.priority(priority)

/** The banners: first file, priority, dates and redirect, with a handle for their order (BAN-03, OQ-077, OQ-078). */
export const BannerLines = recordLines<Banner, Context>({
  label: bannerListMessages.cardsLabel,
  loading: bannerListMessages.loading,
  className: classes.list,
  keyOf: ({ _id }) => _id,
  facts: [
    {
      key: 'name',
      lines: ['60%'],
      cell: (banner, { gripOf, now }) => (
        <div className={classes.head}>
          {gripOf && (
            <IconButton
              {...gripOf(banner._id)}
              label={bannerCardMessages.move(nameOf(banner))}
              title={bannerCardMessages.moveHint}
              icon={<IconGripVertical size={15} stroke={1.5} aria-hidden="true" />}
              className={classes.grip}
            />
          )}
          <div className={classes.picture} data-over={isOver(banner, now) || undefined}>
            <BannerFileView file={banner.files[0]} />
            <FileMark files={banner.files} />
          </div>
          <div className={classes.title}>
            <p className={classes.target} title={bannerTarget(banner)}>
              {bannerTarget(banner)}
            </p>
            {/* Two banners can lead to one target, so the heading, as all names of controls, is the priority. */}
            <h2 className={classes.priority}>{nameOf(banner)}</h2>
            {!isOver(banner, now) && <Timing banner={banner} now={now} />}
          </div>
        </div>
      ),
    },
    {
      key: 'dates',
      lines: ['90%', '90%'],
      cell: (banner) => (
        <dl className={classes.dates}>
          {(['start_time', 'end_time'] as const).map((field) => (
            <div key={field}>
              <dt>{field === 'start_time' ? bannerCardMessages.starts : bannerCardMessages.ends}</dt>
              <dd>
                <time dateTime={banner[field]}>{formatCardTime(banner[field])}</time>
              </dd>
            </div>
          ))}
        </dl>
      ),
    },
    { key: 'redirect', lines: ['70%'], cell: (banner) => <RedirectSummary {...banner} /> },
    { key: 'controls', lines: ['80%'], cell: (banner, context) => <Controls banner={banner} {...context} /> },
  ],
})

/** Whether a banner is on although its dates have passed: that is said beside its switch. */
function isOver(banner: Banner, now: number): boolean {
  return banner.is_active && bannerTiming(banner, now) === 'ended'
}

/** Where the present is in the dates of a banner. An inactive one never runs. */
function Timing({ banner, now }: { banner: Banner; now: number }) {
  const timing = bannerTiming(banner, now)
  if (!banner.is_active && timing === 'running') return null
  return <Badge {...timingBadges[timing]}>{bannerCardMessages.timing[timing]}</Badge>
}

function Controls({ banner, now, mayWrite, onDelete, onMoveToBin, onIntent }: Context & { banner: Banner }) {
  const name = nameOf(banner)
  return (
    <div className={classes.controls} data-over={isOver(banner, now) || undefined}>
      {isOver(banner, now) && <Timing banner={banner} now={now} />}
      <ActiveSwitch
        spec={activeSwitch}
        record={banner}
        label={bannerFormMessages.isActive}
        of={name}
        mayChange={mayWrite}
      />
      {mayWrite && <CardEdit link={bannerEditLink(banner)} label={`${bannerCardMessages.edit}, ${name}`} />}
      {mayWrite && banner.is_active && (
        <CardButton
          aria-label={`${bannerCardMessages.delete}, ${name}`}
          onClick={() => onDelete(banner)}
          onIntent={onIntent}
        >
          {bannerCardMessages.delete}
        </CardButton>
      )}
      {mayWrite && !banner.is_active && (
        <CardButton aria-label={`${bannerCardMessages.toBin}, ${name}`} onClick={() => onMoveToBin(banner)}>
          {bannerCardMessages.toBin}
        </CardButton>
      )}
    </div>
  )
}

const timingBadges = {
  scheduled: { shape: 'ring', tone: 'info' },
  running: { shape: 'dot', tone: 'ok' },
  ended: { shape: 'bar', tone: 'mute' },
} as const

/** Labels the first file as a video, and shows the number of files. */
function FileMark({ files }: Pick<Banner, 'files'>) {
  const isVideo = files[0]?.type === 'video'
  if (!isVideo && files.length < 2) return null
  const Icon = isVideo ? IconVideo : IconPhoto
  return (
    <span className={classes.mark}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {[
        isVideo ? bannerCardMessages.video : null,
        files.length > 1 ? bannerCardMessages.files(files.length) : null,
      ]
        .filter((label) => label !== null)
        .join(', ')}
    </span>
  )
}

/** Where the banner leads, in one line. The title names the event of an internal one; another has its first field here. */
function RedirectSummary({ redirect, event_title: event }: Pick<Banner, 'redirect' | 'event_title'>) {
  const { type, page, redirect_link: link = '' } = redirect
  const Icon = type === 'external' ? IconExternalLink : IconDeviceMobile
  return (
    <p className={classes.redirect}>
      <Icon size={15} stroke={1.5} aria-hidden="true" />
      <span className="gr-nowrap">
        {bannerRedirectLabels[type]}
        {page && `, ${bannerPageLabels[page]}`}
      </span>
      {type === 'internal' ? (
        <InternalTarget redirect={redirect} event={event} />
      ) : isWebAddress(link) ? (
        <a href={link.trim()} target="_blank" rel="noopener noreferrer" className={classes.link} title={link}>
          {link}
        </a>
      ) : (
        <span className="gr-ellipsis" title={link}>
          {link}
        </span>
      )}
    </p>
  )
}

function InternalTarget({ redirect, event }: Pick<Banner, 'redirect'> & { event: string | null }) {
  const fields = redirectFields(redirect)
  const [first, ...others] = fields.map(({ name, value }) => `${name}: ${value}`)
  return (
    <>
      {event === null && (
        <span className="gr-ellipsis" title={first}>
          {first}
        </span>
      )}
      {others.length > 0 && (
        <span className="gr-nowrap gr-faint" title={others.join('\n')}>
          {bannerCardMessages.moreFields(others.length)}
        </span>
      )}
    </>
  )
}
