import type { DataOf } from '@greenroom/contract/endpoint'
import type { LeadStatus } from '@greenroom/contract/lead-status'
import {
  countLeadActions,
  getLead,
  getLeadBoard,
  listAdvisorClashes,
  listLeads,
  updateLead,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import { Lead, type LeadChanges, reasonStatuses } from '@greenroom/contract/people/advisory/advisory.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { withRecord } from '../../../lib/api/cached-record.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { queryKey } from '../../../lib/api/hooks.ts'
import { failureText, notify, type Undo } from '../../../lib/notify.tsx'
import { editConflictMessages } from '../../../shared/record/edit-conflict/edit-conflict-messages.ts'
import { NothingLeft, saveEdit } from '../../../shared/record/edit-conflict/save-edit.ts'
import { undoOf } from '../../../shared/record/undo/undo.ts'
import {
  assignProgress,
  leadMessages,
  reasonProgress,
  reassignProgress,
  statusProgress,
} from './advisory-messages.ts'
import type { ClosedFor } from './close-reason-dialog.tsx'

/** The fields of a lead that are edited inline. */
interface EditedLead extends ClosedFor {
  status: LeadStatus
  advisor_id: string | null
}

/** Someone else has changed the same field since the lead was loaded. */
class ChosenByAnother extends Error {}

/**
 * Saves inline edits of the Leads screen. A choice is shown at once. If the server refuses it, or someone else has
 * changed the field in the meantime, the stored value is shown again (ADV-34 to ADV-36, OQ-109).
 */
export function useLeadWrites() {
  const client = useQueryClient()
  // Choices that are not stored yet, by lead.
  const [chosen, setChosen] = useState<ReadonlyMap<string, LeadChanges>>(new Map())
  // Changes of one lead are sent one after the other, so that the last choice wins.
  const last = useRef(new Map<string, Promise<Lead>>())

  const show = (lead: Lead) => {
    client.setQueryData<Lead>(queryKey(getLead, { params: { id: lead._id } }), lead)
    client.setQueriesData<DataOf<typeof listLeads>>(
      { queryKey: queryKey(listLeads) },
      (page) =>
        page && { ...page, bookings: page.bookings.map((one) => (one._id === lead._id ? lead : one)) },
    )
    client.setQueriesData<DataOf<typeof getLeadBoard>>({ queryKey: queryKey(getLeadBoard) }, (board) =>
      withRecord(board, lead),
    )
  }

  const send = async (lead: Lead, changes: LeadChanges, knowsClashes: boolean): Promise<Lead> => {
    let stored = lead
    try {
      const saved = await saveEdit<EditedLead, Lead>({
        loaded: { values: editedOf(lead), version: lead.version },
        typed: { ...editedOf(lead), ...(changes as Partial<EditedLead>) },
        save: async (changed, version) => {
          const body = sentOf(changed, changes)
          // The lead has this already: there is nothing to undo.
          if (Object.keys(body).length === 0) {
            const { alreadyMade } = editConflictMessages
            throw new NothingLeft(alreadyMade, { values: editedOf(stored), version: stored.version }, stored)
          }
          const { data, warnings } = await callEndpoint(updateLead, {
            params: { id: lead._id },
            body,
            version,
          })
          // Someone else has given the advisor another call since the choice.
          if (!knowsClashes) for (const { message } of warnings ?? []) notify.error(message)
          return data
        },
        read: (record) => {
          stored = z.parse(Lead, record)
          return { values: editedOf(stored), version: stored.version }
        },
        // An inline edit has no form to return to: show the other person's value, to choose again.
        ask: async () => null,
      })
      show(saved ?? stored)
      if (saved === null) throw new ChosenByAnother()
      return saved
    } catch (reason) {
      if (reason instanceof NothingLeft) show(stored)
      throw reason
    } finally {
      // With a filter, the lead may leave the list. Keep the rows until the response arrives. After a lost response,
      // only the server knows the stored value.
      for (const list of [listLeads, getLeadBoard, countLeadActions, listAdvisorClashes]) {
        void client.invalidateQueries({ queryKey: queryKey(list) })
      }
      void client.invalidateQueries({ queryKey: queryKey(getLead, { params: { id: lead._id } }) })
    }
  }

  const change = async (
    lead: Lead,
    changes: LeadChanges,
    messages: typeof statusProgress | typeof reasonProgress | AdvisorProgress,
    knowsClashes = false,
  ): Promise<boolean> => {
    setChosen((before) => new Map(before).set(lead._id, { ...before.get(lead._id), ...changes }))
    const before = last.current.get(lead._id) ?? Promise.resolve(lead)
    // This choice is based on the previous one.
    const work = before.catch(() => lead).then((stored) => send(stored, changes, knowsClashes))
    last.current.set(lead._id, work)
    try {
      await notify.progress(
        work,
        {
          ...messages,
          error: (reason) =>
            reason instanceof ChosenByAnother
              ? editConflictMessages.sameFields
              : reason instanceof NothingLeft
                ? reason.message
                : failureText(messages.error, reason),
        },
        { undo: (saved) => undoChange(lead, changes, saved) },
      )
      return true
    } catch {
      // The toast has reported it, and the stored value is shown again.
      return false
    } finally {
      // A later change of the same lead is still running.
      if (last.current.get(lead._id) === work) {
        last.current.delete(lead._id)
        setChosen((now) => {
          const rest = new Map(now)
          rest.delete(lead._id)
          return rest
        })
      }
    }
  }

  /** Sends the earlier status or advisor; a lead cannot lose its first advisor. */
  const undoChange = (lead: Lead, changes: LeadChanges, saved: Lead): Undo | undefined => {
    // An earlier status that was closed comes back with its reason.
    const { status, close_reason, close_note } = lead
    const earlier = sentOf(
      {
        ...(changes.status && { status }),
        ...(changes.advisor_id && { advisor_id: lead.advisor?._id ?? null }),
      },
      changes.status && reasonStatuses.includes(status) ? { close_reason, close_note } : {},
    )
    if (Object.keys(earlier).length === 0) return undefined
    return undoOf({
      send: async (version = saved.version) => {
        const { data } = await callEndpoint(updateLead, { params: { id: lead._id }, body: earlier, version })
        show(data)
        return data
      },
      version: saved.version,
      record: `lead ${lead._id}`,
      describe: (record) => leadMessages.now(z.parse(Lead, record)),
      onEnd: () => {
        for (const list of [listLeads, getLeadBoard]) {
          void client.invalidateQueries({ queryKey: queryKey(list) })
        }
        void client.invalidateQueries({ queryKey: queryKey(getLead, { params: { id: lead._id } }) })
      },
    })
  }

  return {
    statusOf: (lead: Lead): LeadStatus => chosen.get(lead._id)?.status ?? lead.status,
    advisorOf: (lead: Lead): string | null => chosen.get(lead._id)?.advisor_id ?? lead.advisor?._id ?? null,
    setStatus: (lead: Lead, status: LeadStatus, reason?: ClosedFor) =>
      change(lead, { status, ...reason }, statusProgress),
    setReason: (lead: Lead, reason: ClosedFor) => change(lead, { ...reason }, reasonProgress),
    /** The first advisor of a booking is assigned, another one reassigned; each has its own messages (OQ-092). */
    setAdvisor: (lead: Lead, advisorId: string, knowsClashes: boolean) =>
      change(lead, { advisor_id: advisorId }, lead.advisor ? reassignProgress : assignProgress, knowsClashes),
  }
}

function editedOf({ status, advisor, close_reason, close_note }: Lead): EditedLead {
  return { status, advisor_id: advisor?._id ?? null, close_reason, close_note }
}

/** A new status removes the stored reason, so its own is sent with it even if it is the same. */
function sentOf(changed: Partial<EditedLead>, { close_reason, close_note }: LeadChanges): LeadChanges {
  const { status, advisor_id } = changed
  const isReasonSent =
    close_reason !== undefined && (status ?? changed.close_reason ?? changed.close_note) !== undefined
  return {
    ...(status ? { status } : {}),
    ...(advisor_id ? { advisor_id } : {}),
    ...(isReasonSent ? { close_reason, close_note } : {}),
  }
}

type AdvisorProgress = typeof reassignProgress | typeof assignProgress
