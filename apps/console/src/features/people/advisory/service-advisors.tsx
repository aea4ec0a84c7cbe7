import type { AdvisorOfService } from '@greenroom/contract/people/advisory/advisory.schema'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { serviceMessages } from './advisory-messages.ts'
import classes from './service-advisors.module.css'

interface ServiceAdvisorsProps {
  advisors: readonly AdvisorOfService[]
  /** If undefined, the list is read-only. */
  onRemove?: (advisor: AdvisorOfService) => void
}

/** The advisors of a service, by name and e-mail address (ADV-22). Outside of the form a name leads to their leads. */
export function ServiceAdvisors({ advisors, onRemove }: ServiceAdvisorsProps) {
  if (advisors.length === 0) return <p className="gr-small gr-quiet">{serviceMessages.noAdvisors}</p>
  return (
    <ul className={classes.list} aria-label={serviceMessages.advisors}>
      {advisors.map((advisor) => (
        <li key={advisor._id} className={classes.advisor}>
          <span className={classes.text}>
            {onRemove ? (
              <span className="gr-ellipsis gr-bold">{personName(advisor)}</span>
            ) : (
              <Link
                to={paths.advisoryLeads}
                search={{ advisor_id: advisor._id }}
                className={classes.name}
                title={serviceMessages.leadsOf(personName(advisor))}
              >
                {personName(advisor)}
              </Link>
            )}
            <span className="gr-ellipsis gr-quiet" title={advisor.email}>
              {advisor.email}
            </span>
          </span>
          {onRemove && (
            <IconButton
              label={serviceMessages.remove(personName(advisor))}
              icon={<IconX size={15} stroke={1.5} aria-hidden="true" />}
              onClick={() => onRemove(advisor)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
