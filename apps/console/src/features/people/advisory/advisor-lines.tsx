import type { Advisor } from '@greenroom/contract/people/advisory/advisory.schema'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { PersonHeading } from '../../../shared/record/avatar/person-heading.tsx'
import { CopiedFact, CopyId } from '../../../shared/record/copy-value/copied-fact.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { CardButton } from '../../../ui/card-parts.tsx'
import { recordLines } from '../../../ui/record-lines.tsx'
import classes from './advisor-lines.module.css'
import { advisorMessages as messages } from './advisory-messages.ts'

/** The advisors: name, e-mail, services and an icon that copies the ID (ADV-15, OQ-203). */
export const AdvisorLines = recordLines<Advisor>({
  label: messages.cardsLabel,
  loading: messages.loading,
  className: classes.list,
  keyOf: ({ _id }) => _id,
  facts: [
    {
      key: 'name',
      lines: ['60%'],
      cell: (advisor) => <PersonHeading name={personName(advisor)} />,
    },
    {
      key: 'email',
      lines: ['70%'],
      cell: (advisor) => <CopiedFact label={messages.email} value={advisor.email} of={personName(advisor)} />,
    },
    {
      key: 'services',
      lines: ['70%'],
      cell: (advisor) => <Services advisor={advisor} />,
    },
    {
      key: 'actions',
      lines: [],
      cell: (advisor) => (
        <>
          <CopyId id={advisor._id} of={personName(advisor)} />
          <RecordHistoryButton type="advisor" id={advisor._id} of={personName(advisor)} />
        </>
      ),
    },
  ],
})

/** The first service in one line, and a button that shows the others. */
function Services({ advisor }: { advisor: Advisor }) {
  const [isOpen, setIsOpen] = useState(false)
  const { services } = advisor
  const others = services.length - 1
  if (others < 0) return <p className="gr-faint">{messages.noServices}</p>
  const name = personName(advisor)
  return (
    <div className={classes.services} data-open={isOpen || undefined}>
      <ul aria-label={messages.servicesOf(name)} className={classes.names}>
        {services.slice(0, isOpen ? undefined : 1).map(({ _id, service_name }) => (
          <li key={_id} className="gr-ellipsis">
            <Link {...paths.advisoryService(_id)} className={classes.service} title={service_name}>
              {service_name}
            </Link>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <CardButton
          aria-expanded={isOpen}
          aria-label={isOpen ? messages.fewerServices(name) : messages.moreServices(others, name)}
          title={
            isOpen
              ? undefined
              : services
                  .slice(1)
                  .map(({ service_name }) => service_name)
                  .join('\n')
          }
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? messages.showFewer : `+${others}`}
        </CardButton>
      )}
    </div>
  )
}
