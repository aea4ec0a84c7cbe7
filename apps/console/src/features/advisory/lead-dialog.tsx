import { getAdvisoryService } from '@greenroom/contract/advisory/advisory.endpoints'
import type { Lead } from '@greenroom/contract/advisory/advisory.schema'
import { IconHeadset } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRead } from '../../lib/api/hooks.ts'
import { personName } from '../../lib/person-name.ts'
import { formatPhone } from '../../lib/phone.ts'
import { CopyValue } from '../../shared/copy-value/copy-value.tsx'
import { RecordDialog, RecordTime } from '../../shared/record-dialog/record-dialog.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { AdvisorSelect } from './advisor-select.tsx'
import { leadDialogWords as words } from './advisory-messages.ts'
import classes from './lead-dialog.module.css'
import { leadGlyphs, statusWords } from './lead-status.ts'

interface LeadDialogProps {
  opened: boolean
  /** Undefined while it loads and when that failed. */
  lead: Lead | undefined
  failure: Error | null
  /** The advisor that is shown: the one being saved counts at once. */
  advisorId: string | null
  onAdvisor: (lead: Lead, id: string) => void
  onRetry: () => void
  onClose: () => void
}

/** Everything about one booking, and the choice of its advisor (ADV-11). */
export function LeadDialog({
  opened,
  lead,
  failure,
  advisorId,
  onAdvisor,
  onRetry,
  onClose,
}: LeadDialogProps) {
  return (
    <RecordDialog
      opened={opened}
      onClose={onClose}
      size="wide"
      title={lead ? <Title lead={lead} /> : words.untitled}
      words={words}
      icon={IconHeadset}
      failure={failure}
      onRetry={onRetry}
    >
      {lead && <Details lead={lead} advisorId={advisorId} onAdvisor={(id) => onAdvisor(lead, id)} />}
    </RecordDialog>
  )
}

function Title({ lead }: { lead: Lead }) {
  return (
    <span className={classes.title}>
      {personName(lead.user)}
      <span className={classes.service}>{lead.service.service_name}</span>
    </span>
  )
}

function Details({
  lead,
  advisorId,
  onAdvisor,
}: {
  lead: Lead
  advisorId: string | null
  onAdvisor: (id: string) => void
}) {
  const { user, meta } = lead
  // What is being saved is known by its id only, and the list of advisors has its name.
  const advisor = lead.advisor?._id === advisorId || advisorId === null ? lead.advisor : { _id: advisorId }
  const utm = Object.entries(meta)
  // Its advisors are offered first (OQ-141). While it loads, or where that fails, all are offered in one list.
  const service = useRead(getAdvisoryService, { params: { id: lead.service._id } }, { keepPrevious: false })
  return (
    <div className={classes.columns}>
      <div className={classes.facts}>
        <AdvisorSelect
          isInDialog
          label={words.advisor}
          placeholder={words.noAdvisor}
          description={lead.advisor ? words.reassignHint : words.assignHint}
          value={advisor}
          preferred={
            service.data && {
              advisors: service.data.advisors,
              label: words.ofService(service.data.service_name),
              othersLabel: words.notOfService,
            }
          }
          onChange={(id) => {
            if (id !== null && id !== advisorId) onAdvisor(id)
          }}
        />
        <Part title={words.user}>
          <DescriptionList
            items={[
              { term: words.name, value: personName(user) },
              {
                term: words.email,
                value: user.email && (
                  <Copied value={user.email} what={words.email} lead={lead}>
                    {user.email}
                  </Copied>
                ),
              },
              {
                term: words.phone,
                value: user.phone && (
                  <Copied value={user.phone} what={words.phone} lead={lead}>
                    <span className="gr-nowrap">{formatPhone(user.phone)}</span>
                  </Copied>
                ),
              },
            ]}
          />
        </Part>
        <Part title={words.booking}>
          <DescriptionList
            items={[
              {
                term: words.reference,
                value: (
                  <Copied value={lead.reference_record_id} what={words.reference} lead={lead}>
                    <span className={classes.reference}>{lead.reference_record_id}</span>
                  </Copied>
                ),
              },
              { term: words.callDate, value: <RecordTime at={lead.start_time} /> },
              { term: words.bookedOn, value: <RecordTime at={lead.created_at} /> },
            ]}
          />
        </Part>
        <Part title={words.utm}>
          {utm.length === 0 ? (
            <p className="gr-small gr-faint">{words.noUtm}</p>
          ) : (
            <DescriptionList items={utm.map(([term, value]) => ({ term, value }))} />
          )}
        </Part>
      </div>
      <section className={classes.side} aria-labelledby={`history-${lead._id}`}>
        <h3 className={classes.heading} id={`history-${lead._id}`}>
          {words.history}
        </h3>
        <ol className={classes.history}>
          {[...lead.status_history].reverse().map(({ status, time }, place) => (
            <li key={`${time} ${status}`} data-now={place === 0 || undefined}>
              <span className={classes.glyph}>
                <StatusGlyph {...leadGlyphs[status]} />
              </span>
              <div>
                <div className={classes.status}>{statusWords(status)}</div>
                <div className="gr-fine gr-faint">
                  <RecordTime at={time} />
                </div>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  )
}

function Copied({
  value,
  what,
  lead,
  children,
}: {
  value: string
  what: string
  lead: Lead
  children: ReactNode
}) {
  return (
    <span className={classes.copied}>
      {children}
      <CopyValue
        value={value}
        label={`Copy ${what} of ${personName(lead.user)}`}
        className={classes.copy}
        copied={words.copied(what)}
      />
    </span>
  )
}
