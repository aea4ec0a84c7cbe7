import type { AdvisoryService } from '@greenroom/contract/advisory/advisory.schema'
import { IconChevronRight, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { CardGridItem } from '../../ui/card-grid.tsx'
import parts from '../../ui/card-parts.module.css'
import { serviceListMessages } from './advisory-messages.ts'
import classes from './service-card.module.css'

/** One service with its number of advisors. The whole card is a link (ADV-19). */
export function ServiceCard({ service }: { service: AdvisoryService }) {
  return (
    <CardGridItem className={classes.card}>
      <div className="gr-grow">
        <h2 className={parts.name}>
          <Link {...paths.advisoryService(service._id)} className={classes.link}>
            {service.service_name}
          </Link>
        </h2>
        <p className={classes.count}>
          <IconUsers size={15} stroke={1.5} aria-hidden="true" />
          {serviceListMessages.advisorCount(service.advisors.length)}
        </p>
      </div>
      <IconChevronRight size={16} stroke={1.5} className="gr-faint" aria-hidden="true" />
    </CardGridItem>
  )
}
