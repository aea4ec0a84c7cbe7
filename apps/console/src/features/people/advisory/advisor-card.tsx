import type { Advisor } from '@greenroom/contract/people/advisory/advisory.schema'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { Avatar } from '../../../shared/record/avatar/avatar.tsx'
import { CopiedFact } from '../../../shared/record/copy-value/copied-fact.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { CardName } from '../../../ui/card-parts.tsx'
import { CardFacts, RecordCard } from '../../../ui/record-card.tsx'
import classes from './advisor-card.module.css'
import { advisorMessages } from './advisory-messages.ts'

/** One advisor: e-mail, ID and services (ADV-15). */
export function AdvisorCard({ advisor }: { advisor: Advisor }) {
  const name = personName(advisor)
  return (
    <RecordCard
      record={advisor._id}
      tile={<Avatar name={name} />}
      name={<CardName oneLine>{name}</CardName>}
      facts={
        <CardFacts>
          <CopiedFact label={advisorMessages.email} value={advisor.email} of={name} />
          <CopiedFact label="ID" value={advisor._id} of={name} labelled />
        </CardFacts>
      }
      actions={<RecordHistoryButton type="advisor" id={advisor._id} of={name} />}
    >
      {advisor.services.length === 0 ? (
        <p className="gr-small gr-faint">{advisorMessages.noServices}</p>
      ) : (
        <ul className={classes.services} aria-label={advisorMessages.servicesOf(name)}>
          {advisor.services.map(({ _id, service_name }) => (
            <li key={_id}>
              <Link {...paths.advisoryService(_id)} className={classes.service}>
                {service_name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </RecordCard>
  )
}
