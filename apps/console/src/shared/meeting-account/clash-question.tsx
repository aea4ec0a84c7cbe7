import { listMeetingAccounts } from '@greenroom/contract/meeting/meeting.endpoints'
import {
  type MeetingAccount,
  type MeetingClash,
  offeredMeetingAccounts,
} from '@greenroom/contract/meeting/meeting.schema'
import type { CheckedSession, Finding } from '@greenroom/contract/publish-check/publish-check.rules'
import { callEndpoint } from '../../lib/api/client.ts'
import { formatTime } from '../../lib/dates.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useQuestion } from '../edit-conflict/use-question.ts'

const titles = { publish: 'Publish over a clash?', move: 'Move over a clash?' } as const

/** The account and the time of a session. */
export interface Booking {
  zoom_hub_name: string | null
  start_time: string | null
  end_time: string | null
}

interface Clashing {
  action: keyof typeof titles
  account: string
  clashes: readonly MeetingClash[]
  /** Another account that is free then. A published session cannot move to it. */
  free: MeetingAccount | undefined
}

/** What the check before publishing found, if it was more than a clash. */
interface Checked {
  account: string | null
  free: MeetingAccount | undefined
  findings: readonly Finding[]
}

/** What the check before publishing needs of the screen. */
export interface PublishChecks {
  session: CheckedSession
  /** Returns the name of the button that leads to a finding; undefined where nothing does. */
  linkOf: (finding: Finding) => string | undefined
  onFollow: (finding: Finding, message: string) => void
}

const PublishCheckDialog = lazyDialog('publish-check', () =>
  import('../publish-check/publish-check-dialog.tsx').then((part) => part.PublishCheckDialog),
)

/** What the person decides: to proceed, to take another account, or neither. */
type Answer = boolean | MeetingAccount

/** Asks before a session takes an account that is booked at that time (OQ-112). */
export function useClashQuestion() {
  const { question, opened, ask, answer } = useQuestion<Clashing | (Checked & PublishChecks), Answer>(false)

  /**
   * @param action publishing, or moving a published session
   * @param checks also checks a session that is published: what is found beside a clash is asked in one panel (OQ-512)
   * @param except id of the session, which does not clash with itself; null for a new one
   * @returns true to proceed: nothing clashes, or the person accepts it; the account to publish on instead; or false
   */
  const decide = async (
    action: keyof typeof titles,
    booking: Booking,
    except: string | null,
    checks?: PublishChecks,
  ): Promise<Answer> => {
    // A failed check does not block publishing: the server checks too.
    const found = checks && (await checked(checks.session, except).catch(() => undefined))
    if (found?.isReady) return true
    // A clash alone is a question of its own.
    const isMore = (finding: Finding) =>
      finding.level === 'error' || (finding.level === 'warning' && finding.code !== 'clash')
    if (checks && found?.findings.some(isMore)) {
      return ask({ ...checks, ...found, account: booking.zoom_hub_name })
    }
    const { clashes, free } = await findClashes(booking, except)
    if (clashes.length === 0) return true
    const account = booking.zoom_hub_name ?? ''
    return ask({ action, account, clashes, free: action === 'publish' ? free : undefined })
  }

  if (question && 'findings' in question) {
    const dialog = (
      <PublishCheckDialog
        {...question}
        opened={opened}
        onFollow={(finding, message) => {
          answer(false)
          question.onFollow(finding, message)
        }}
        onPublish={(account) => answer(account ?? true)}
        onClose={() => answer(false)}
      />
    )
    return { decide, dialog }
  }
  const free = question?.free
  const dialog = question && (
    <ConfirmDialog
      opened={opened}
      title={titles[question.action]}
      destructive={false}
      onConfirm={async () => answer(true)}
      alternative={free && { label: `Publish on ${free}`, onChoose: () => answer(free) }}
      // Also called after Yes, when the question is already answered.
      onClose={() => answer(false)}
    >
      {question.account} is booked for {list(question.clashes)}. One account runs one meeting at a time.
      {free && ` ${free} is free then.`}
    </ConfirmDialog>
  )
  return { decide, dialog }
}

/** Loaded with the first publishing: neither the list nor the form needs its rules to open. */
async function checked(session: CheckedSession, id: string | null) {
  const part = await import('../publish-check/check-publishing.ts')
  return part.checkPublishing(session, id)
}

/** A failed check does not block the save: the server checks for clashes too. */
async function findClashes(
  booking: Booking,
  except: string | null,
): Promise<{ clashes: readonly MeetingClash[]; free?: MeetingAccount | undefined }> {
  const { zoom_hub_name, start_time, end_time } = booking
  if (zoom_hub_name === null || start_time === null || end_time === null) return { clashes: [] }
  try {
    const { data } = await callEndpoint(listMeetingAccounts, {
      query: { start_time, end_time, ...(except === null ? {} : { except }) },
    })
    const isFree = (name: MeetingAccount) => data.some((one) => one.zoom_hub_name === name && one.free)
    return {
      clashes: data.find((account) => account.zoom_hub_name === zoom_hub_name)?.clashes ?? [],
      free: offeredMeetingAccounts.find(isFree),
    }
  } catch {
    return { clashes: [] }
  }
}

function list(clashes: readonly MeetingClash[]): string {
  return clashes.map(({ title, start_time }) => `“${title}”, ${formatTime(start_time)}`).join('; ')
}
