import type { Advisor } from '@greenroom/contract/advisory/advisory.schema'
import { IconId, IconListCheck, IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { CardFact, CardFacts, FactCopy, NoFact } from '../../shared/card-facts/card-facts.tsx'
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
        <CardFact
          icon={<IconId size={15} stroke={1.5} aria-hidden="true" />}
          label={advisorMessages.id}
          kind="id"
          actions={<FactCopy value={advisor._id} what={advisorMessages.id} of={name} />}
        >
          {advisor._id}
        </CardFact>
        <CardFact
          icon={<IconMail size={15} stroke={1.5} aria-hidden="true" />}
          label={advisorMessages.email}
          title={advisor.email}
          actions={<FactCopy value={advisor.email} what={advisorMessages.email} of={name} />}
        >
          {advisor.email}
        </CardFact>
        <CardFact
          icon={<IconListCheck size={15} stroke={1.5} aria-hidden="true" />}
          label={advisorMessages.services}
          kind="list"
        >
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
