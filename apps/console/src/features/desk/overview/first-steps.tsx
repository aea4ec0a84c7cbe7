import type { createAdvisor } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { createMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import type { inviteStaff } from '@greenroom/contract/staff/staff/staff.endpoints'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import classes from './next-sessions.module.css'
import { stepMessages as messages } from './overview-messages.ts'
import { OverviewPart } from './overview-part.tsx'

/** What to create first, of what the person may create (OQ-449). */
export function FirstSteps() {
  const mayWrite = useMay<typeof createMasterclass>('content.write')
  const mayAdvise = useMay<typeof createAdvisor>('advisory.write')
  const mayInvite = useMay<typeof inviteStaff>('staff.read', 'staff.write')
  const steps: [label: string, link: LinkProps, may: boolean][] = [
    [messages.creator, { to: paths.creators, search: { tab: 'create' } }, mayWrite],
    [messages.masterclass, { to: paths.masterclassCreate }, mayWrite],
    [messages.webinar, { to: paths.webinarCreate }, mayWrite],
    [messages.event, { to: paths.eventCreate }, mayWrite],
    [messages.paymentPage, { to: paths.paymentPages, search: { create: '1' } }, mayWrite],
    [messages.advisor, { to: paths.advisoryAdvisors, search: { tab: 'create' } }, mayAdvise],
    [messages.staff, { to: paths.staff, search: { create: '1' } }, mayInvite],
  ]
  const shown = steps.filter(([, , may]) => may)
  return (
    <OverviewPart title={messages.title} help={messages.help}>
      {shown.length === 0 ? (
        <p className="gr-quiet">{messages.noSteps}</p>
      ) : (
        <ul className="gr-tight">
          {shown.map(([label, link]) => (
            <li key={label}>
              <Link {...link} className={classes.link}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </OverviewPart>
  )
}
