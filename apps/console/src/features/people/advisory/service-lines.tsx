import type { ListedAdvisoryService } from '@greenroom/contract/people/advisory/advisory.schema'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import parts from '../../../ui/card-parts.module.css'
import { recordLines } from '../../../ui/record-lines.tsx'
import { serviceListMessages as messages } from './advisory-messages.ts'
import { minutesOf } from './service-form-values.ts'
import classes from './service-lines.module.css'

/** The services: slot, buffer, advisors and open leads. A whole line is a link (ADV-19, OQ-196). */
export const ServiceLines = recordLines<ListedAdvisoryService>({
  label: messages.cardsLabel,
  loading: messages.loading,
  className: classes.list,
  keyOf: ({ _id }) => _id,
  facts: [
    {
      key: 'name',
      lines: ['60%'],
      cell: ({ _id, service_name }) => (
        <h2 className={parts.name}>
          <Link {...paths.advisoryService(_id)} className={classes.link}>
            {service_name}
          </Link>
        </h2>
      ),
    },
    {
      key: 'slot',
      lines: ['80%'],
      cell: ({ slot_time }) => <span className="gr-quiet gr-num">{messages.slot(minutesOf(slot_time))}</span>,
    },
    {
      key: 'buffer',
      lines: ['80%'],
      cell: ({ buffer_time }) => (
        <span className="gr-quiet gr-num">{messages.buffer(minutesOf(buffer_time))}</span>
      ),
    },
    {
      key: 'advisors',
      lines: ['70%'],
      cell: ({ advisors }) => (
        <span className="gr-quiet gr-num">{messages.advisorCount(advisors.length)}</span>
      ),
    },
    {
      key: 'leads',
      lines: ['80%'],
      cell: ({ open_leads }) => <span className="gr-bold gr-num">{messages.openLeads(open_leads)}</span>,
    },
    {
      key: 'actions',
      lines: [],
      cell: () => <IconChevronRight size={16} stroke={1.5} className="gr-faint" aria-hidden="true" />,
    },
  ],
})
