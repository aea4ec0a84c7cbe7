import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { CheckedSession, Finding } from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { useQuestion } from '../../record/edit-conflict/use-question.ts'
import type { Clashing } from './clash-dialog.tsx'
import type { Booking, FoundClashes } from './find-clashes.ts'

/** What the check before publishing found, if it was more than a clash. */
interface Checked {
  account: string | null
  free: MeetingAccount | undefined
  findings: readonly Finding[]
}

/** What the check before publishing needs of the screen. */
interface PublishChecks {
  session: CheckedSession
  /** Returns whether the person still waits for a question. By default they do. */
  isAwaited?: () => boolean
  /** Returns the name of the button that leads to a finding; undefined where nothing does. */
  linkOf: (finding: Finding) => string | undefined
  onFollow: (finding: Finding, message: string) => void
}

const ClashDialog = lazyDialog('clash', () => import('./clash-dialog.tsx').then((part) => part.ClashDialog))
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
    action: Clashing['action'],
    booking: Booking,
    except: string | null,
    checks?: PublishChecks,
  ): Promise<Answer> => {
    const askIfAwaited = async (asked: Parameters<typeof ask>[0]) =>
      checks?.isAwaited?.() !== false && ask(asked)
    // A failed check does not block publishing: the server checks too.
    const found = checks && (await checked(checks.session, except).catch(() => undefined))
    if (found?.isReady) return true
    // A clash alone is a question of its own.
    const isMore = (finding: Finding) =>
      finding.level === 'error' || (finding.level === 'warning' && finding.code !== 'clash')
    if (checks && found?.findings.some(isMore)) {
      return askIfAwaited({ ...checks, ...found, account: booking.zoom_hub_name })
    }
    const { clashes, free } = await clashesOf(booking, except)
    if (clashes.length === 0) return true
    const account = booking.zoom_hub_name ?? ''
    return askIfAwaited({ action, account, clashes, free: action === 'publish' ? free : undefined })
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
  const dialog = question && (
    <ClashDialog {...question} opened={opened} onPublish={answer} onClose={() => answer(false)} />
  )
  return { decide, dialog }
}

// Both are loaded with the first publishing: neither the list nor the form needs them to open.
async function checked(session: CheckedSession, id: string | null) {
  const part = await import('../publish-check/check-publishing.ts')
  return part.checkPublishing(session, id)
}

/** A check that fails to load does not block the save either. */
async function clashesOf(booking: Booking, except: string | null): Promise<FoundClashes> {
  try {
    return await (await import('./find-clashes.ts')).findClashes(booking, except)
  } catch {
    return { clashes: [] }
  }
}
