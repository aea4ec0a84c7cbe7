import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { CheckedSession } from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { useRef } from 'react'
import { useClashQuestion } from './clash-question.tsx'
import type { Booking } from './find-clashes.ts'

interface FormChecks {
  session: CheckedSession
  /** Returns the form's field that a finding is about. */
  fieldOf: (path: string) => string | undefined
  showErrors: (errors: Record<string, string>) => void
}

/** Publishes what the form of a session has saved, after the questions about its account and its check. */
export function useFormPublish<T>(
  publish: (saved: T, options: { account: MeetingAccount | undefined }) => Promise<T>,
) {
  const { decide, dialog } = useClashQuestion()
  /** The account that the answer to a clash names. */
  const otherAccount = useRef<MeetingAccount>(undefined)
  return {
    dialog,
    /**
     * @param except id of the session; null for a new one
     * @param checks what publishing also checks
     * @returns whether to proceed
     */
    async ask(booking: Booking, except: string | null, checks?: FormChecks): Promise<boolean> {
      const answer = await decide(
        checks ? 'publish' : 'move',
        booking,
        except,
        checks && {
          session: checks.session,
          linkOf: ({ field }) => (checks.fieldOf(field) === undefined ? undefined : 'Go to the field'),
          onFollow: ({ field }, message) => {
            const shown = checks.fieldOf(field)
            if (shown !== undefined) checks.showErrors({ [shown]: message })
          },
        },
      )
      otherAccount.current = typeof answer === 'string' ? answer : undefined
      return answer !== false
    },
    async publish(saved: T): Promise<T> {
      try {
        return await publish(saved, { account: otherAccount.current })
      } catch {
        // The toast has the reason. The session stays saved (OQ-064, MC-28).
        return saved
      }
    },
  }
}
