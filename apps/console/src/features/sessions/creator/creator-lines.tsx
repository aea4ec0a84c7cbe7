import type { ListedCreator } from '@greenroom/contract/sessions/creator/creator.schema'
import { businessDay, formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { PersonHeading } from '../../../shared/record/avatar/person-heading.tsx'
import { CopiedFact, CopyId } from '../../../shared/record/copy-value/copied-fact.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { recordLines } from '../../../ui/record-lines.tsx'
import classes from './creator-lines.module.css'
import { creatorScreenMessages as messages } from './creator-messages.ts'

interface Context {
  onOpen: (creator: ListedCreator) => void
}

/** The creators: name, classes, e-mail, phone and an icon that copies the ID (CRE-02, OQ-203, OQ-667). The name leads to their classes. */
export const CreatorLines = recordLines<ListedCreator, Context>({
  label: messages.cardsLabel,
  loading: messages.loading,
  className: classes.list,
  keyOf: ({ _id }) => _id,
  opens: (creator, { onOpen }) => ({ onOpen: () => onOpen(creator), onIntent: () => undefined }),
  facts: [
    {
      key: 'name',
      lines: ['60%'],
      cell: (creator) => <PersonHeading name={personName(creator)} link={classesLink(creator)} />,
    },
    {
      key: 'classes',
      lines: ['50%', '80%'],
      cell: (creator) => <Classes creator={creator} />,
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
      key: 'actions',
      lines: [],
      cell: (creator) => (
        <>
          <CopyId id={creator._id} of={personName(creator)} />
          <RecordHistoryButton type="creator" id={creator._id} of={personName(creator)} />
        </>
      ),
    },
  ],
})

/** Returns the link to the classes of a creator: the calendar at the next one, or else at the last. */
export function classesLink({ _id, next_class, last_hosted_at }: ListedCreator) {
  const start = next_class?.start_time ?? last_hosted_at
  const day = start === null ? {} : { day: businessDay(new Date(start)) }
  return { to: paths.calendar, search: { host: _id, ...day } } as const
}

function Classes({ creator: { hosted_count, next_class } }: { creator: ListedCreator }) {
  const next = next_class
    ? messages.next(formatTime(next_class.start_time), next_class.title)
    : messages.noNext
  const text = `${messages.hosted(hosted_count)} · ${next}`
  return (
    <span className={classes.classes} title={text}>
      {messages.hosted(hosted_count)} <span className="gr-quiet">· {next}</span>
    </span>
  )
}
