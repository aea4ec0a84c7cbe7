import type { ListedAdvisoryService } from '@greenroom/contract/people/advisory/advisory.schema'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import parts from '../../../ui/card-parts.module.css'
import { CardFacts, CardFigure, RecordCard } from '../../../ui/record-card.tsx'
import { serviceListMessages } from './advisory-messages.ts'
import classes from './service-card.module.css'
import { minutesOf } from './service-form-values.ts'

/** One service: slot, buffer, advisors and open leads. The whole card is a link (ADV-19, OQ-196). */
export function ServiceCard({ service }: { service: ListedAdvisoryService }) {
  return (
    <RecordCard
      record={service._id}
      name={
        <h2 className={parts.name}>
          <Link {...paths.advisoryService(service._id)} className={classes.link}>
            {service.service_name}
          </Link>
        </h2>
      }
      facts={
        <CardFacts>
          {serviceListMessages.slot(minutesOf(service.slot_time))}
          {serviceListMessages.buffer(minutesOf(service.buffer_time))}
          {serviceListMessages.advisorCount(service.advisors.length)}
        </CardFacts>
      }
      figure={<CardFigure>{serviceListMessages.openLeads(service.open_leads)}</CardFigure>}
      actions={<IconChevronRight size={16} stroke={1.5} className="gr-faint" aria-hidden="true" />}
    />
  )
}
