import type { Overview } from '@greenroom/contract/desk/overview/overview.schema'
import {
  type Icon,
  IconArrowsDiff,
  IconCalendarEvent,
  IconChevronRight,
  IconMapPinOff,
  IconMessageReport,
  IconMoodCheck,
  IconNews,
  IconPhoneOff,
  IconPlugConnectedX,
  IconReceiptRefund,
  IconRosetteDiscount,
  IconSlideshow,
  IconUserExclamation,
  IconUserQuestion,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { countText } from '../../../lib/count-text.ts'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { type WaitingName, waitingRows } from './overview-links.ts'
import { waitingMessages } from './overview-messages.ts'
import { OverviewPart } from './overview-part.tsx'
import { ageText } from './overview-texts.ts'
import classes from './waiting-part.module.css'

const icons: Record<WaitingName, Icon> = {
  refund_requests: IconReceiptRefund,
  reported_users: IconUserExclamation,
  reported_posts: IconNews,
  reported_comments: IconMessageReport,
  leads_past_call: IconPhoneOff,
  leads_without_advisor: IconUserQuestion,
  masterclass: IconCalendarEvent,
  webinar: IconCalendarEvent,
  event: IconCalendarEvent,
  coupons_ending: IconRosetteDiscount,
  banners_ending: IconSlideshow,
  open_differences: IconArrowsDiff,
  documents_without_state: IconMapPinOff,
  failed_webhooks: IconPlugConnectedX,
}

/** What waits, each number as a link to its rows (OQ-448). */
export function WaitingPart({
  waiting,
  oldest: ages,
  now,
}: Pick<Overview, 'waiting' | 'oldest'> & { now: number }) {
  const rows = waitingRows(waiting, ages)
  return (
    <OverviewPart title={waitingMessages.title}>
      {rows.length === 0 ? (
        <StatePanel
          kind="empty"
          icon={IconMoodCheck}
          title={waitingMessages.empty}
          help={waitingMessages.emptyHelp}
        />
      ) : (
        <ul className={classes.rows}>
          {rows.map(({ name, link, count, oldest }) => {
            const RowIcon = icons[name]
            return (
              <li key={name}>
                <Link {...link} className={classes.row}>
                  <RowIcon size={18} stroke={1.5} aria-hidden="true" />
                  <span className="gr-grow">
                    {waitingMessages[name]}
                    {oldest !== undefined && (
                      <span className={classes.age}>{waitingMessages.oldest(ageText(oldest, now))}</span>
                    )}
                  </span>
                  <span className={classes.count}>{countText(count)}</span>
                  <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </OverviewPart>
  )
}
