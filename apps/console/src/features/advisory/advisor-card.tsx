import type { Advisor } from '@greenroom/contract/advisory/advisory.schema'
import { IconId, IconListCheck, IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { CardFact, CardFacts, NoFact } from '../../shared/card-facts/card-facts.tsx'
import { CardGridItem } from '../../ui/card-grid.tsx'
import { CardName } from '../../ui/card-parts.tsx'
import classes from './advisor-card.module.css'
import { advisorMessages } from './advisory-messages.ts'

/** One advisor: ID, e-mail and services (ADV-15). */
export function AdvisorCard({ advisor }: { advisor: Advisor }) {
  const name = personName(advisor)
  return (
    <CardGridItem padded>
      <CardName oneLine>{name}</CardName>
      <CardFacts wide>
        <CardFact icon={IconId} label={advisorMessages.id} kind="id" copyOf={name}>
          {advisor._id}
        </CardFact>
        <CardFact icon={IconMail} label={advisorMessages.email} title={advisor.email} copyOf={name}>
          {advisor.email}
        </CardFact>
        <CardFact icon={IconListCheck} label={advisorMessages.services} kind="list">
          {advisor.services.length === 0 ? (
            <NoFact>{advisorMessages.noServices}</NoFact>
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
        </CardFact>
      </CardFacts>
    </CardGridItem>
  )
}
