import type { LeadStatus } from '@greenroom/contract/lead-status'
import { getAdvisoryService, type updateLead } from '@greenroom/contract/people/advisory/advisory.endpoints'
import {
  closeReasonTexts,
  type Lead,
  reasonStatuses,
} from '@greenroom/contract/people/advisory/advisory.schema'
import { IconChevronDown, IconChevronUp, IconHeadset } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { leadKeys } from '../../../lib/key-bindings.ts'
import { areLettersOn } from '../../../lib/letter-keys.ts'
import { useMinute } from '../../../lib/minute.ts'
import { personName } from '../../../lib/person-name.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import {
  type OpenedRecordProps,
  RecordDialog,
  RecordTime,
} from '../../../shared/record/record-dialog/record-dialog.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { isModified, letterOf, takesKeys } from '../../../ui/keys.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { AdvisorSelect } from './advisor-select.tsx'
import { leadMessages, leadDialogMessages as messages } from './advisory-messages.ts'
import classes from './lead-dialog.module.css'
import { personOf } from './lead-person.ts'
import { leadGlyphs, leadStatusLabel } from './lead-status.ts'
import { LeadStatusSelect } from './lead-status-select.tsx'
import { timeInStatus } from './lead-time.ts'
import { useAdvisorChoice } from './use-advisor-choice.tsx'
import type { LeadNeighbours } from './use-lead-neighbours.ts'

interface LeadDialogProps extends OpenedRecordProps {
  neighbours: LeadNeighbours
  /** Undefined while it loads, or if that failed. */
  lead: Lead | undefined
  /** The advisor to show, including one that is still being saved. */
  advisorId: string | null
  onAdvisor: (lead: Lead, id: string, knowsClashes: boolean) => void
  /** The status to show, including one that is still being saved. */
  statusOf: (lead: Lead) => LeadStatus
  onStatus: (lead: Lead, status: LeadStatus) => void
  onReason: (lead: Lead) => void
}

/** The details of a booking, with selects for its status and its advisor (ADV-11), and its neighbours in the list. */
export function LeadDialog({
  lead,
  advisorId,
  onAdvisor,
  statusOf,
  onStatus,
  onReason,
  neighbours,
  ...dialog
}: LeadDialogProps) {
  return (
    <RecordDialog
      {...dialog}
      size="wide"
      title={lead ? <Title lead={lead} /> : messages.untitled}
      messages={messages}
      icon={IconHeadset}
      actions={
        <>
          {lead && <RecordHistoryButton key={lead._id} type="lead" id={lead._id} />}
          <Neighbours {...neighbours} opened={dialog.opened} />
        </>
      }
    >
      {lead && (
        <Details
          lead={lead}
          advisorId={advisorId}
          onAdvisor={(id, knowsClashes) => onAdvisor(lead, id, knowsClashes)}
          status={statusOf(lead)}
          onStatus={(status) => onStatus(lead, status)}
          onReason={() => onReason(lead)}
        />
      )}
    </RecordDialog>
  )
}

/** Opens the choice of a field of the lead, with the focus on it. */
function openChoice(field: 'status' | 'advisor'): void {
  const control = document.querySelector<HTMLElement>(`[data-lead-field="${field}"] :is(button, input)`)
  control?.focus()
  control?.click()
}

/** Runs the keys of a lead while the dialog is open, except where a field takes the letters itself. */
function useStepKeys(opened: boolean, { onNext, onPrevious }: LeadNeighbours) {
  useEffect(() => {
    if (!opened) return
    const step = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isModified(event) || takesKeys(event.target as Element | null)) return
      if (!areLettersOn()) return
      const letter = letterOf(event)
      if (letter === leadKeys.next) onNext?.()
      if (letter === leadKeys.previous) onPrevious?.()
      if (letter !== leadKeys.status && letter !== leadKeys.advisor) return
      // Otherwise the field that takes the focus would get the letter.
      event.preventDefault()
      openChoice(letter === leadKeys.status ? 'status' : 'advisor')
    }
    window.addEventListener('keydown', step)
    return () => window.removeEventListener('keydown', step)
  }, [opened, onNext, onPrevious])
}

function Neighbours({ opened, ...neighbours }: LeadNeighbours & { opened: boolean }) {
  // Here, so that the keys count only once the dialog is on the screen.
  useStepKeys(opened, neighbours)
  const { place, onPrevious, onNext } = neighbours
  return (
    <>
      <span className={classes.place} role="status">
        {place}
      </span>
      {(
        [
          ['previous', 'K', IconChevronUp, onPrevious],
          ['next', 'J', IconChevronDown, onNext],
        ] as const
      ).map(([name, key, Chevron, onClick]) => (
        <IconButton
          key={name}
          label={messages[name]}
          title={`${messages[name]} (${key})`}
          aria-keyshortcuts={key}
          icon={<Chevron size={16} stroke={1.5} aria-hidden="true" />}
          // The disabled attribute would drop the focus at the end of the list.
          aria-disabled={onClick ? undefined : true}
          className={onClick ? undefined : classes.off}
          onClick={onClick}
        />
      ))}
    </>
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
  status,
  onStatus,
  onReason,
}: {
  lead: Lead
  advisorId: string | null
  onAdvisor: (id: string, knowsClashes: boolean) => void
  status: LeadStatus
  onStatus: (status: LeadStatus) => void
  onReason: () => void
}) {
  const { user, meta } = lead
  const mayAssign = useMay<typeof updateLead>('advisory.write')
  const advisorChoice = useAdvisorChoice(lead, onAdvisor)
  const now = useMinute()
  // Of an advisor that is being saved only the id is known; the list of advisors has the name.
  const advisor = lead.advisor?._id === advisorId || advisorId === null ? lead.advisor : { _id: advisorId }
  const utm = Object.entries(meta)
  // Offer the service's advisors first (OQ-141). While the service loads, or if that fails, all are offered in one
  // list.
  const service = useRead(
    getAdvisoryService,
    { params: { id: lead.service._id } },
    { keepPrevious: false, enabled: mayAssign },
  )
  return (
    <div className={classes.columns}>
      <div className={classes.facts}>
        <Part title={messages.status}>
          <div data-lead-field="status">
            <LeadStatusSelect
              isInDialog
              reference={lead.reference_record_id}
              value={status}
              onChange={onStatus}
            />
          </div>
          {status === lead.status && (
            <p className={classes.since}>
              {leadMessages.since(timeInStatus(lead.status_since, now))} ·{' '}
              <RecordTime at={lead.status_since} />
            </p>
          )}
        </Part>
        {status === lead.status && reasonStatuses.includes(status) && (
          <Part title={messages.reason}>
            <p className="gr-small">
              {lead.close_reason ? closeReasonTexts[lead.close_reason] : messages.noReason}
            </p>
            {lead.close_note && <p className={classes.note}>{lead.close_note}</p>}
            {mayAssign && (
              <LightButton className={classes.change} onClick={onReason}>
                {lead.close_reason ? messages.changeReason : messages.addReason}
              </LightButton>
            )}
          </Part>
        )}
        {mayAssign ? (
          <div data-lead-field="advisor">
            <AdvisorSelect
              isInDialog
              canCreate
              label={messages.advisor}
              placeholder={messages.noAdvisor}
              description={lead.advisor ? messages.reassignHint : messages.assignHint}
              value={advisor}
              preferred={
                service.data && {
                  advisors: service.data.advisors,
                  label: messages.ofService(service.data.service_name),
                  othersLabel: messages.notOfService,
                }
              }
              markOf={advisorChoice.markOf}
              onChange={(id) => {
                if (id !== null && id !== advisorId) void advisorChoice.choose(id)
              }}
            />
          </div>
        ) : (
          <Part title={messages.advisor}>
            <p className="gr-small">{lead.advisor ? personName(lead.advisor) : messages.noAdvisor}</p>
          </Part>
        )}
        {advisorChoice.dialog}
        <Part title={messages.user}>
          <DescriptionList
            items={[
              {
                term: messages.name,
                value: <PersonLink person={personOf(lead)}>{personName(user)}</PersonLink>,
              },
              {
                term: messages.email,
                value: user.email && (
                  <Copied value={user.email} what={messages.email} lead={lead}>
                    {user.email}
                  </Copied>
                ),
              },
              {
                term: messages.phone,
                value: user.phone && (
                  <Copied value={user.phone} what={messages.phone} lead={lead}>
                    <span className="gr-nowrap">{formatPhone(user.phone)}</span>
                  </Copied>
                ),
              },
            ]}
          />
        </Part>
        <Part title={messages.booking}>
          <DescriptionList
            items={[
              {
                term: messages.reference,
                value: (
                  <Copied value={lead.reference_record_id} what={messages.reference} lead={lead}>
                    <span className={classes.reference}>{lead.reference_record_id}</span>
                  </Copied>
                ),
              },
              { term: messages.callDate, value: <RecordTime at={lead.start_time} /> },
              { term: messages.bookedOn, value: <RecordTime at={lead.created_at} /> },
            ]}
          />
        </Part>
        <Part title={messages.utm}>
          {utm.length === 0 ? (
            <p className="gr-small gr-faint">{messages.noUtm}</p>
          ) : (
            <DescriptionList items={utm.map(([term, value]) => ({ term, value }))} />
          )}
        </Part>
      </div>
      <section className={classes.side} aria-labelledby={`history-${lead._id}`}>
        <h3 className={classes.heading} id={`history-${lead._id}`}>
          {messages.history}
        </h3>
        <ol className={classes.history}>
          {[...lead.status_history].reverse().map(({ status, time }, place) => (
            <li key={`${time} ${status}`} data-now={place === 0 || undefined}>
              <span className={classes.glyph}>
                <StatusGlyph {...leadGlyphs[status]} />
              </span>
              <div>
                <div className={classes.status}>{leadStatusLabel(status)}</div>
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
        copied={messages.copied(what)}
      />
    </span>
  )
}
