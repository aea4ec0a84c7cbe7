import {
  getPersonPage,
  listPersonTimeline,
  undoPersonMove,
} from '@greenroom/contract/people/person/person.endpoints'
import type { PersonTimelineItem } from '@greenroom/contract/people/person/person.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { notify } from '../../../lib/notify.tsx'
import { onePress } from '../../../lib/one-press.ts'
import { paths } from '../../../lib/paths.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { postViewMessages } from '../../../shared/community/post-view/post-view-messages.ts'
import { CheckOrderButton } from '../../../shared/money/check-order/check-order-button.tsx'
import { OrderId } from '../../../shared/money/order-id/order-id.tsx'
import { transactionStatusBadge } from '../../../shared/money/order-status/order-status.ts'
import { dialogStep } from '../../../shared/record/record-list/use-close-dialog.ts'
import { factLink } from '../../../shared/record/record-page/record-page.tsx'
import { undoMessages } from '../../../shared/record/undo/undo-messages.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import type { EntryText } from './person-entry.tsx'
import { joiningReads, useMayJoin } from './use-joining.ts'

const beginning = 140

/** Returns what an entry says, with a link to its record. */
export function entryText(item: PersonTimelineItem): EntryText {
  switch (item.kind) {
    case 'order': {
      const { label, shape, tone } = transactionStatusBadge(item.status)
      const money = (minor: number) => formatMoney(minor, item.currency_code)
      return {
        shape,
        tone,
        title: (
          <Link {...paths.transaction(item._id)} className={factLink}>
            {item.title}
          </Link>
        ),
        amount: money(item.amount),
        facts: [
          label,
          ...(item.refunded_amount > 0 ? [`${money(item.refunded_amount)} refunded`] : []),
          ...attendanceOf(item),
          <>
            Order <OrderId reference={item.reference_order_id} />
          </>,
        ],
        action: item.status === 'pending' && (
          <CheckOrderButton order={item} isInRow reads={[listPersonTimeline, getPersonPage]} />
        ),
      }
    }
    case 'registration': {
      const isHeld = item.given_back_at === null
      return {
        shape: isHeld ? 'tick' : 'bar',
        tone: isHeld ? 'ok' : 'mute',
        title: (
          <Link {...sessionPath(item)} className={factLink}>
            {item.title ?? 'A deleted session'}
          </Link>
        ),
        facts: [
          isHeld ? 'Registered' : 'Seat given back',
          ...(item.starts_at ? [`Starts ${formatTime(item.starts_at)}`] : []),
          ...attendanceOf(item),
        ],
      }
    }
    case 'lead':
      return {
        shape: 'half',
        tone: 'info',
        title: (
          <Link to={paths.advisoryLeads} search={{ open: item._id }} className={factLink}>
            {item.service}
          </Link>
        ),
        facts: [
          'Booked',
          item.status.replaceAll('_', ' '),
          item.advisor === null
            ? `Call on ${formatTime(item.start_time)}, no advisor`
            : `Call on ${formatTime(item.start_time)} with ${item.advisor}`,
        ],
      }
    case 'membership':
      return {
        shape: item.cancelled_at === null ? 'tick' : 'bar',
        tone: item.cancelled_at === null ? 'ok' : 'mute',
        title: (
          <Link to={paths.memberships} className={factLink}>
            {item.name}
          </Link>
        ),
        facts: [
          'Membership',
          ...(item.ends_at === null ? [] : [`Until ${formatTime(item.ends_at)}`]),
          ...(item.cancelled_at === null ? [] : [`Cancelled ${formatTime(item.cancelled_at)}`]),
        ],
      }
    case 'post':
      return {
        shape: 'dot',
        tone: 'mute',
        title: (
          <>
            Wrote{' '}
            <PostLink id={item._id}>{item.message.trim() === '' ? 'a post without text' : 'a post'}</PostLink>
            {item.is_visible ? '' : ', hidden'}
          </>
        ),
        quote: quoted(item.message),
        facts: [
          `${postViewMessages.likes(item.like_count)}, ${postViewMessages.comments(item.comment_count)}`,
        ],
      }
    case 'comment':
      return {
        shape: 'dot',
        tone: 'mute',
        title: (
          <>
            Commented on <PostLink id={item.post_id}>a post</PostLink>
          </>
        ),
        quote: quoted(item.message),
      }
    case 'report': {
      const isOpen = item.dismissed_at === null
      return {
        shape: isOpen ? 'ring' : 'bar',
        tone: isOpen ? 'warn' : 'mute',
        title: item.is_by_person ? (
          <>
            Reported <Reported item={item} />
            {item.other && (
              <>
                {' of '}
                <OtherPerson {...item.other} />
              </>
            )}
          </>
        ) : (
          <>
            {item.other ? <OtherPerson {...item.other} /> : 'Somebody'} reported{' '}
            <Reported item={item} isTheirs />
          </>
        ),
        facts: [`${capital(item.reason)}, ${isOpen ? 'open' : 'handled'}`],
      }
    }
    case 'note':
      return { shape: 'ring', tone: 'info', title: item.text, facts: ['Note'], by: staffOf(item) }
    case 'joined':
      return { shape: 'dot', tone: 'mute', title: 'Account created' }
    case 'moved':
      return {
        shape: item.undone_at === null ? 'dot' : 'bar',
        tone: 'mute',
        title: (
          <>
            {moveTexts[item.move]} <OtherPerson person={item.person} name={item.name || item.email} />
          </>
        ),
        facts: [
          ...[item.email, formatPhone(item.phone)].filter(Boolean),
          ...(item.undone_at === null ? [] : [`Undone ${formatTime(item.undone_at)}`]),
        ],
        by: staffOf(item),
        action: <UndoMove move={item} />,
      }
  }
}

const moveTexts = { merged: 'Merged with', 'split-off': 'Split off', 'split-from': 'Split off from' } as const

/** Takes a merge or a split back while that is possible (OQ-727). */
function UndoMove({
  move: { _id, undoable_until },
}: {
  move: Extract<PersonTimelineItem, { kind: 'moved' }>
}) {
  const mayJoin = useMayJoin()
  const { call } = useCall(undoPersonMove, { invalidates: joiningReads })
  if (!mayJoin || undoable_until === null || Date.parse(undoable_until) <= Date.now()) return null
  const undo = () =>
    onePress(`undo ${_id}`, () =>
      notify
        .progress(call({ params: { id: _id } }), {
          pending: undoMessages.pending,
          success: undoMessages.done,
          error: failureMessage,
        })
        .catch(() => undefined),
    )
  return (
    <LightButton title={`Until ${formatTime(undoable_until)}`} onClick={() => void undo()}>
      Undo
    </LightButton>
  )
}

/** Staff are named; for an address that nobody has any more, the address is the name. */
function staffOf({ by, by_name }: { by: string; by_name: string | null }) {
  return { name: by_name ?? by, email: by }
}

function attendanceOf(item: { attended_at: string | null; attended_minutes: number | null }): string[] {
  if (item.attended_at === null) return []
  return item.attended_minutes === null ? ['Attended'] : [`Attended ${item.attended_minutes} min`]
}

function sessionPath(item: Extract<PersonTimelineItem, { kind: 'registration' }>) {
  if (item.session_type === 'masterclass') return paths.masterclassPeople(item.session_id)
  return item.event_type === 'ONLINE'
    ? paths.webinarPeople(item.session_id)
    : paths.eventPeople(item.session_id)
}

function PostLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      from="/people/$id"
      search={(before: object) => ({ ...before, post: id })}
      state={dialogStep}
      resetScroll={false}
      className={factLink}
      aria-haspopup="dialog"
    >
      {children}
    </Link>
  )
}

function Reported({
  item,
  isTheirs = false,
}: {
  item: Extract<PersonTimelineItem, { kind: 'report' }>
  isTheirs?: boolean
}) {
  const queue = {
    user: { to: paths.userModeration, what: isTheirs ? 'their account' : 'an account' },
    post: { to: paths.postModeration, what: isTheirs ? 'their post' : 'a post' },
    comment: { to: paths.commentModeration, what: isTheirs ? 'their comment' : 'a comment' },
  }[item.entity_type]
  // A handled report is in no queue.
  if (item.dismissed_at !== null) return queue.what
  return (
    <Link to={queue.to} className={factLink}>
      {queue.what}
    </Link>
  )
}

function OtherPerson({ person, name }: { person: string; name: string }) {
  return (
    <Link {...paths.person(person)} className={factLink}>
      {name || 'Unnamed member'}
    </Link>
  )
}

function quoted(message: string): string | undefined {
  const text = message.trim().replace(/\s+/g, ' ')
  if (text === '') return undefined
  const letters = [...text]
  return letters.length > beginning ? `${letters.slice(0, beginning).join('')}…` : text
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
