import { canDo, type MasterclassGroup } from '@greenroom/contract/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { type CurrencyCode, currencyCodes } from '@greenroom/contract/money'
import { Button } from '@mantine/core'
import { IconPencil, IconPresentation, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ApiError, failureHelp } from '../../lib/api/api-error.ts'
import { formatTime } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { Badge } from '../../ui/badge.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import type { GlyphShape, GlyphTone } from '../../ui/status-glyph.tsx'
import classes from './masterclass-detail-dialog.module.css'
import { MasterclassLinkList } from './masterclass-link-list.tsx'
import { editLink, type MasterclassLink } from './masterclass-links.ts'
import { attendanceTypeNames, detailWords, listWords } from './masterclass-messages.ts'
import { MasterclassPicture } from './masterclass-picture.tsx'

interface MasterclassDetailDialogProps {
  opened: boolean
  /** Undefined while it loads and when that failed. */
  masterclass: Masterclass | undefined
  group: MasterclassGroup | undefined
  links: readonly MasterclassLink[]
  failure: Error | null
  onRetry: () => void
  onDeactivate: (masterclass: Masterclass) => void
  closable: boolean
  onClose: () => void
}

const badges: Record<MasterclassGroup, { shape: GlyphShape; tone: GlyphTone }> = {
  active: { shape: 'dot', tone: 'ok' },
  draft: { shape: 'dashed', tone: 'mute' },
  past: { shape: 'bar', tone: 'mute' },
}

/** Everything about one masterclass (MC-09, OQ-039). */
export function MasterclassDetailDialog({
  opened,
  masterclass,
  group,
  links,
  failure,
  onRetry,
  onDeactivate,
  closable,
  onClose,
}: MasterclassDetailDialogProps) {
  const isKnown = masterclass !== undefined && group !== undefined
  const actions = isKnown && (
    <>
      {canDo.edit(group) && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />}
          renderRoot={(props) => <Link {...editLink(masterclass)} {...props} />}
        >
          {listWords.edit}
        </Button>
      )}
      {canDo.deactivate(group) && (
        <Button variant="default" onClick={() => onDeactivate(masterclass)}>
          {listWords.deactivate}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closable={closable}
      title={masterclass?.title ?? detailWords.untitled}
      footer={isKnown && group !== 'past' ? actions : undefined}
    >
      {isKnown ? (
        <Details masterclass={masterclass} group={group} links={links} />
      ) : failure ? (
        <Failure failure={failure} onRetry={onRetry} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  )
}

interface DetailsProps {
  masterclass: Masterclass
  group: MasterclassGroup
  links: readonly MasterclassLink[]
}

function Details({ masterclass, group, links }: DetailsProps) {
  const { creator_id: creator, description, prices } = masterclass
  return (
    <div className={classes.details}>
      <MasterclassPicture banner={masterclass.banner} past={group === 'past'} className={classes.picture} />
      <div>
        <Badge {...badges[group]}>{listWords.groups[group]}</Badge>
      </div>
      {description.trim() !== '' && <p className={classes.description}>{description}</p>}
      <DescriptionList
        items={[
          { term: detailWords.start, value: <Time at={masterclass.start_time} /> },
          { term: detailWords.end, value: <Time at={masterclass.end_time} /> },
          {
            term: detailWords.creator,
            value: (
              <>
                <div>
                  {creator.first_name} {creator.last_name}
                </div>
                <div className={classes.second} title={creator.email}>
                  {creator.email}
                </div>
              </>
            ),
          },
          { term: detailWords.attendance, value: attendanceTypeNames[masterclass.attendance_type] },
          { term: detailWords.meetingAccount, value: masterclass.zoom_hub_name },
        ]}
      />
      <table className={classes.prices}>
        <caption className={classes.caption}>{detailWords.prices}</caption>
        <thead>
          <tr>
            <th scope="col">{detailWords.currency}</th>
            <th scope="col">{detailWords.originalPrice}</th>
            <th scope="col">{detailWords.currentPrice}</th>
          </tr>
        </thead>
        <tbody>
          {currencyCodes.map((currency) => {
            const price = prices.find((one) => one.currency_code === currency)
            return (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td>
                  <Money minor={price?.original_price} currency={currency} />
                </td>
                <td>
                  <Money minor={price?.current_price} currency={currency} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <section className={classes.links}>
        <h3 className={classes.heading}>{detailWords.links}</h3>
        <MasterclassLinkList links={links} />
      </section>
    </div>
  )
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} className={classes.time}>
      {formatTime(at)}
    </time>
  )
}

function Money({ minor, currency }: { minor: number | undefined; currency: CurrencyCode }) {
  return minor === undefined ? '–' : formatMoney(minor, currency)
}

function Failure({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  if (failure instanceof ApiError && failure.status === 404) {
    return (
      <StatePanel
        kind="empty"
        icon={<IconPresentation size={20} stroke={1.5} aria-hidden="true" />}
        title={detailWords.notFound}
      />
    )
  }
  return (
    <StatePanel
      kind="error"
      title={detailWords.loadFailed}
      help={failureHelp(failure)}
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
          onClick={onRetry}
        >
          {listWords.retry}
        </Button>
      }
    />
  )
}

function Waiting() {
  return (
    <div role="status" aria-label={detailWords.loading} className={classes.waiting}>
      <Skeleton height={186} />
      <Skeleton width="20%" height={22} />
      <Skeleton width="90%" />
      <Skeleton width="75%" />
      <Skeleton width="60%" />
      <Skeleton width="68%" />
      <Skeleton width="52%" />
    </div>
  )
}
