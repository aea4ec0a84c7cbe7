import type { Creator } from '@greenroom/contract/sessions/creator/creator.schema'
import { personName } from '../../../lib/person-name.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { PersonHeading } from '../../../shared/record/avatar/person-heading.tsx'
import { CopiedFact } from '../../../shared/record/copy-value/copied-fact.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { recordLines } from '../../../ui/record-lines.tsx'
import classes from './creator-lines.module.css'
import { creatorScreenMessages } from './creator-messages.ts'

/** The creators: name, e-mail, phone and ID (CRE-02). */
export const CreatorLines = recordLines<Creator>({
  label: creatorScreenMessages.cardsLabel,
  loading: creatorScreenMessages.loading,
  className: classes.list,
  keyOf: ({ _id }) => _id,
  facts: [
    {
      key: 'name',
      lines: ['60%'],
      cell: (creator) => <PersonHeading name={personName(creator)} />,
    },
    {
      key: 'email',
      lines: ['70%'],
      cell: (creator) => <CopiedFact label="Email" value={creator.email} of={personName(creator)} />,
    },
    {
      key: 'phone',
      lines: ['80%'],
      cell: (creator) => (
        <CopiedFact
          label="Phone"
          value={creator.phone}
          shown={formatPhone(creator.phone)}
          of={personName(creator)}
        />
      ),
    },
    {
      key: 'id',
      lines: ['90%'],
      cell: (creator) => <CopiedFact label="ID" value={creator._id} of={personName(creator)} labelled />,
    },
    {
      key: 'actions',
      lines: [],
      cell: (creator) => <RecordHistoryButton type="creator" id={creator._id} of={personName(creator)} />,
    },
  ],
})
