import type { AdvisoryService } from '@greenroom/contract/advisory/advisory.schema'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import parts from '../../ui/card-parts.module.css'
import { CardFacts, RecordCard } from '../../ui/record-card.tsx'
import { serviceListMessages } from './advisory-messages.ts'
import classes from './service-card.module.css'

/** One service with its number of advisors. The whole card is a link (ADV-19). */
export function ServiceCard({ service }: { service: AdvisoryService }) {
  return (
    <RecordCard
      name={
        <h2 className={parts.name}>
          <Link {...paths.advisoryService(service._id)} className={classes.link}>
            {service.service_name}
          </Link>
        </h2>
      }
      facts={<CardFacts>{serviceListMessages.advisorCount(service.advisors.length)}</CardFacts>}
      actions={<IconChevronRight size={16} stroke={1.5} className="gr-faint" aria-hidden="true" />}
    />
  )
}
