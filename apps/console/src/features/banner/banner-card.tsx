import type { Banner } from '@greenroom/contract/banner/banner.schema'
import { isWebAddress } from '@greenroom/contract/field'
import { IconCalendar, IconDeviceMobile, IconExternalLink, IconPhoto, IconVideo } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatCardTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import parts from '../../ui/card-parts.module.css'
import { CardButton, CardFoot, CardName } from '../../ui/card-parts.tsx'
import { PictureCard } from '../../ui/picture-card.tsx'
import classes from './banner-card.module.css'
import { bannerTiming, redirectFields } from './banner-facts.ts'
import { BannerFileView } from './banner-file-view.tsx'
import { editLink } from './banner-links.ts'
import { cardWords, pageNames, redirectNames } from './banner-messages.ts'

interface BannerCardProps {
  banner: Banner
  /** Milliseconds. */
  now: number
  /** Asks whether it is to be deleted; undefined where it is deleted already. */
  onDelete: (() => void) | undefined
  /** A pointer or the focus is on the button that opens a dialog, whose script can come ahead. */
  onIntent: () => void
}

/** How many fields of a redirect a card shows. */
const shownFields = 2

/** One banner: its first file, priority number, dates and where it leads (BAN-03, OQ-077, OQ-078). */
export function BannerCard({ banner, now, onDelete, onIntent }: BannerCardProps) {
  const timing = bannerTiming(banner, now)
  const name = cardWords.priority(banner.priority)
  return (
    <PictureCard
      picture={
        <>
          <BannerFileView file={banner.files[0]} />
          <FileMark files={banner.files} />
        </>
      }
    >
      <div className={classes.head}>
        <CardName>{name}</CardName>
        {timing !== 'running' && (
          <Badge
            shape={timing === 'scheduled' ? 'ring' : 'bar'}
            tone={timing === 'scheduled' ? 'info' : 'mute'}
          >
            {cardWords.timing[timing]}
          </Badge>
        )}
      </div>
      <dl className={classes.dates}>
        {(['start_time', 'end_time'] as const).map((field) => (
          <div key={field} className={classes.date}>
            <IconCalendar size={15} stroke={1.5} aria-hidden="true" />
            <dt>{field === 'start_time' ? cardWords.starts : cardWords.ends}</dt>
            <dd>
              <time dateTime={banner[field]}>{formatCardTime(banner[field])}</time>
            </dd>
          </div>
        ))}
      </dl>
      <RedirectSummary redirect={banner.redirect} />
      <CardFoot>
        <Link {...editLink(banner)} className={parts.action} aria-label={`${cardWords.edit}, ${name}`}>
          {cardWords.edit}
        </Link>
        {onDelete && (
          <CardButton
            quiet
            aria-label={`${cardWords.delete}, ${name}`}
            onClick={onDelete}
            onIntent={onIntent}
          >
            {cardWords.delete}
          </CardButton>
        )}
      </CardFoot>
    </PictureCard>
  )
}

/** Says that the first file is a video, and how many files there are. */
function FileMark({ files }: Pick<Banner, 'files'>) {
  const isVideo = files[0]?.type === 'video'
  if (!isVideo && files.length < 2) return null
  const Icon = isVideo ? IconVideo : IconPhoto
  return (
    <span className={classes.mark}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {[isVideo ? cardWords.video : null, files.length > 1 ? cardWords.files(files.length) : null]
        .filter((words) => words !== null)
        .join(', ')}
    </span>
  )
}

function RedirectSummary({ redirect }: Pick<Banner, 'redirect'>) {
  const link = redirect.redirect_link ?? ''
  const fields = redirectFields(redirect)
  const page = redirect.page && pageNames[redirect.page]
  const Icon = redirect.type === 'external' ? IconExternalLink : IconDeviceMobile
  return (
    <div className={classes.redirect}>
      <Icon size={15} stroke={1.5} aria-hidden="true" />
      <div className="gr-grow">
        <p className="gr-quiet">
          {redirectNames[redirect.type]}
          {page && `, ${page}`}
        </p>
        {redirect.type === 'external' &&
          (isWebAddress(link) ? (
            <a
              href={link.trim()}
              target="_blank"
              rel="noopener noreferrer"
              className={classes.link}
              title={link}
            >
              {link}
            </a>
          ) : (
            <span className={classes.value} title={link}>
              {link}
            </span>
          ))}
        {fields.slice(0, shownFields).map(({ name, value }) => (
          <p key={name} className={classes.value} title={`${name}: ${value}`}>
            {name}: {value}
          </p>
        ))}
        {fields.length > shownFields && (
          <p className={classes.value}>{cardWords.moreFields(fields.length - shownFields)}</p>
        )}
      </div>
    </div>
  )
}
