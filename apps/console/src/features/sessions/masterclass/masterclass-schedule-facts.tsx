import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { meetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { RecordPerson, RecordTime } from '../../../shared/record/record-dialog/record-dialog.tsx'
import { accountChoices } from '../../../shared/sessions/meeting-account/account-availability.ts'
import { useAvailability } from '../../../shared/sessions/meeting-account/use-availability.ts'
import { registeredText } from '../../../shared/sessions/registrations/registered-text.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { masterclassDetailMessages } from './masterclass-messages.ts'

interface MasterclassScheduleFactsProps {
  masterclass: Masterclass
  /** Whether it can be published, so that a clash matters. */
  isDraft: boolean
}

/** Time, creator and account of a stored masterclass, which an edit cannot change (MC-24, OQ-190). */
export function MasterclassScheduleFacts({ masterclass, isDraft }: MasterclassScheduleFactsProps) {
  const account = meetingAccounts.find((name) => name === masterclass.zoom_hub_name) ?? null
  const { _id, start_time, end_time } = masterclass
  const times = { start: isDraft ? start_time : null, end: end_time, except: _id }
  const availability = useAvailability(times, account, accountChoices(account))
  return (
    <>
      <DescriptionList
        items={[
          { term: masterclassDetailMessages.start, value: <RecordTime at={start_time} /> },
          { term: masterclassDetailMessages.end, value: <RecordTime at={end_time} /> },
          {
            term: masterclassDetailMessages.creator,
            value: <RecordPerson person={masterclass.creator_id} />,
          },
          { term: masterclassDetailMessages.meetingAccount, value: masterclass.zoom_hub_name },
          {
            term: masterclassDetailMessages.people,
            value: (
              <Link {...paths.masterclassPeople(masterclass._id)} className="gr-accent gr-underline">
                {registeredText(masterclass.registrations_count)}
              </Link>
            ),
          },
        ]}
      />
      {availability && (
        <FieldHint tone={availability.tone} lines={2}>
          {availability.text}
        </FieldHint>
      )}
    </>
  )
}
