import { listMeetingAccounts } from '@greenroom/contract/meeting/meeting.endpoints'
import type { MeetingClash } from '@greenroom/contract/meeting/meeting.schema'
import { callEndpoint } from '../../lib/api/client.ts'
import { formatTime } from '../../lib/dates.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useQuestion } from '../edit-conflict/use-question.ts'

const titles = { publish: 'Publish over a clash?', move: 'Move over a clash?' } as const

/** The account and the time of a session. */
interface Booking {
  zoom_hub_name: string | null
  start_time: string | null
  end_time: string | null
}

interface Clashing {
  action: keyof typeof titles
  account: string
  clashes: readonly MeetingClash[]
}

/** Asks before a session takes an account that is booked at that time (OQ-112). */
export function useClashQuestion() {
  const { question, opened, ask, answer } = useQuestion<Clashing, boolean>(false)

  /**
   * @param action publishing, or moving a published session
   * @param except id of the session, which does not clash with itself; null for a new one
   * @returns whether to proceed: nothing clashes, or the person accepts it
   */
  const mayBook = async (action: keyof typeof titles, booking: Booking, except: string | null) => {
    const clashes = await findClashes(booking, except)
    return clashes.length === 0 || ask({ action, account: booking.zoom_hub_name ?? '', clashes })
  }

  const dialog = question && (
    <ConfirmDialog
      opened={opened}
      title={titles[question.action]}
      destructive={false}
      onConfirm={async () => answer(true)}
      // Also called after Yes, when the question is already answered.
      onClose={() => answer(false)}
    >
      {question.account} is booked for {list(question.clashes)}. One account runs one meeting at a time.
    </ConfirmDialog>
  )
  return { mayBook, dialog }
}

/** A failed check does not block the save: the server checks for clashes too. */
async function findClashes(booking: Booking, except: string | null): Promise<MeetingClash[]> {
  const { zoom_hub_name, start_time, end_time } = booking
  if (zoom_hub_name === null || start_time === null || end_time === null) return []
  try {
    const { data } = await callEndpoint(listMeetingAccounts, {
      query: { start_time, end_time, ...(except === null ? {} : { except }) },
    })
    return data.find((account) => account.zoom_hub_name === zoom_hub_name)?.clashes ?? []
  } catch {
    return []
  }
}

function list(clashes: readonly MeetingClash[]): string {
  return clashes.map(({ title, start_time }) => `“${title}”, ${formatTime(start_time)}`).join('; ')
}
