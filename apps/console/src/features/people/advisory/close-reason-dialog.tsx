import type { LeadStatus } from '@greenroom/contract/lead-status'
import {
  type CloseReason,
  closeReasons,
  closeReasonTexts,
  type Lead,
  longestCloseNote,
} from '@greenroom/contract/people/advisory/advisory.schema'
import { Button, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import { useKeptDialog } from '../../../shared/record/kept-dialog/use-kept-dialog.tsx'
import { CountedLabel } from '../../../ui/counted-label.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { closeReasonMessages as messages } from './advisory-messages.ts'
import classes from './close-reason-dialog.module.css'
import { leadStatusLabel } from './lead-status.ts'

/** What a person says about a closed lead; null for no reason. */
export interface ClosedFor {
  close_reason: CloseReason | null
  close_note: string | null
}

interface CloseReasonDialogProps {
  opened: boolean
  lead: Lead
  /** The status that the lead gets or has. */
  status: LeadStatus
  onSave: (reason: ClosedFor) => void
  onClose: () => void
}

const Closed = z.object({ reason: z.nullable(z.enum(closeReasons)), note: z.string() })

/** Asks why a lead is closed. No reason is required, so Enter saves at once (OQ-504). */
export function CloseReasonDialog({ opened, lead, status, onSave, onClose }: CloseReasonDialogProps) {
  const isChange = status === lead.status
  const kept = useKeptDialog({
    name: `close-reason:${status}`,
    id: lead._id,
    values: Closed,
    start: { reason: isChange ? lead.close_reason : null, note: (isChange && lead.close_note) || '' },
    what: messages.what,
    opened,
    isSaving: false,
    onClose,
  })
  const { reason, note } = kept.values
  const isTooLong = [...note].length > longestCloseNote

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong) return
    kept.finish()
    onSave({ close_reason: reason, close_note: reason === null ? null : note.trim() || null })
  }

  return (
    <>
      <Dialog opened={opened} onClose={kept.close} title={messages.title(lead.reference_record_id)}>
        <form className="gr-stack" onSubmit={submit} noValidate>
          <p className="gr-quiet">{messages.help(leadStatusLabel(status))}</p>
          {kept.notice}
          <fieldset className={classes.reasons}>
            <legend className="gr-legend">{messages.reason}</legend>
            {([null, ...closeReasons] as const).map((one) => (
              <label key={one ?? 'none'} className={classes.reason}>
                <input
                  type="radio"
                  name="close-reason"
                  checked={one === reason}
                  data-autofocus={one === reason || undefined}
                  onChange={() => kept.change({ reason: one })}
                />
                {one === null ? messages.none : closeReasonTexts[one]}
              </label>
            ))}
          </fieldset>
          <Textarea
            label={<CountedLabel label={messages.note} count={[...note].length} limit={longestCloseNote} />}
            autosize
            minRows={2}
            maxRows={6}
            value={note}
            disabled={reason === null}
            description={reason === null ? messages.noteNeedsReason : messages.noteHint}
            error={isTooLong ? messages.noteTooLong : undefined}
            onChange={(event) => kept.change({ note: event.currentTarget.value })}
          />
          <div className="gr-answers">
            <Button size="md" variant="subtle" onClick={kept.close}>
              {messages.cancel}
            </Button>
            <Button size="md" type="submit">
              {isChange ? messages.saveReason : messages.saveStatus}
            </Button>
          </div>
        </form>
      </Dialog>
      {kept.question}
    </>
  )
}
