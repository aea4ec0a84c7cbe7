import { getLead, listLeads, updateLead } from '@greenroom/contract/advisory/advisory.endpoints'
import { Lead, type LeadChanges, type LeadStatus } from '@greenroom/contract/advisory/advisory.schema'
import type { DataOf } from '@greenroom/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { callEndpoint } from '../../lib/api/client.ts'
import { queryKey } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { editConflictMessages } from '../../shared/edit-conflict/edit-conflict-messages.ts'
import { saveEdit } from '../../shared/edit-conflict/save-edit.ts'
import { assignProgress, reassignProgress, statusProgress } from './advisory-messages.ts'

/** What is chosen of a lead in its place. */
interface EditedLead {
  status: LeadStatus
  advisor_id: string | null
}

/** Somebody else has chosen another thing since the lead was loaded. */
class ChosenByAnother extends Error {}

/**
 * The writes of the Leads screen. What was chosen counts at once; when the server refuses it, or somebody else has chosen
 * another thing meanwhile, what is stored comes back (ADV-34 to ADV-36, OQ-109).
 */
export function useLeadWrites() {
  const client = useQueryClient()
  // What was chosen and is not stored yet, by lead.
  const [chosen, setChosen] = useState<ReadonlyMap<string, LeadChanges>>(new Map())
  // Changes of one lead go out one after the other, so that the last one chosen is the one that stays.
  const last = useRef(new Map<string, Promise<Lead>>())

  const show = (lead: Lead) => {
    client.setQueryData<Lead>(queryKey(getLead, { params: { id: lead._id } }), lead)
    client.setQueriesData<DataOf<typeof listLeads>>(
      { queryKey: queryKey(listLeads) },
      (page) =>
        page && { ...page, bookings: page.bookings.map((one) => (one._id === lead._id ? lead : one)) },
    )
  }

  const send = async (lead: Lead, changes: LeadChanges): Promise<Lead> => {
    let stored = lead
    try {
      const saved = await saveEdit<EditedLead, Lead>({
        loaded: { values: editedOf(lead), version: lead.version },
        typed: { ...editedOf(lead), ...changes },
        save: async (changed, version) => {
          const body = sentOf(changed)
          // Somebody else has chosen the same meanwhile.
          if (Object.keys(body).length === 0) return stored
          return (await callEndpoint(updateLead, { params: { id: lead._id }, body, version })).data
        },
        read: (record) => {
          stored = z.parse(Lead, record)
          return { values: editedOf(stored), version: stored.version }
        },
        // What is chosen in its place has no form to go back to: theirs is shown there, to choose again.
        ask: async () => null,
      })
      show(saved ?? stored)
      if (saved === null) throw new ChosenByAnother()
      return saved
    } finally {
      // Under a filter the lead may have to leave the list; the rows on the screen stay until the answer comes. After a
      // lost answer only the server knows what is stored.
      void client.invalidateQueries({ queryKey: queryKey(listLeads) })
      void client.invalidateQueries({ queryKey: queryKey(getLead, { params: { id: lead._id } }) })
    }
  }

  const change = async (
    lead: Lead,
    changes: LeadChanges,
    messages: typeof statusProgress | AdvisorProgress,
  ) => {
    setChosen((before) => new Map(before).set(lead._id, { ...before.get(lead._id), ...changes }))
    const before = last.current.get(lead._id) ?? Promise.resolve(lead)
    // What was chosen before this is what this one is based on.
    const work = before.catch(() => lead).then((stored) => send(stored, changes))
    last.current.set(lead._id, work)
    try {
      await notify.progress(work, {
        ...messages,
        error: (reason) =>
          reason instanceof ChosenByAnother ? editConflictMessages.sameFields : messages.error,
      })
    } catch {
      // The toast has said it, and what is stored is shown again.
    } finally {
      // A later change of the same lead is still under way.
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

  return {
    statusOf: (lead: Lead): LeadStatus => chosen.get(lead._id)?.status ?? lead.status,
    advisorOf: (lead: Lead): string | null => chosen.get(lead._id)?.advisor_id ?? lead.advisor?._id ?? null,
    setStatus: (lead: Lead, status: LeadStatus) => change(lead, { status }, statusProgress),
    /** A booking that has none yet is assigned, another is reassigned: each has its own messages (OQ-092). */
    setAdvisor: (lead: Lead, advisorId: string) =>
      change(lead, { advisor_id: advisorId }, lead.advisor ? reassignProgress : assignProgress),
  }
}

function editedOf({ status, advisor }: Pick<Lead, 'status' | 'advisor'>): EditedLead {
  return { status, advisor_id: advisor?._id ?? null }
}

function sentOf({ status, advisor_id }: Partial<EditedLead>): LeadChanges {
  return { ...(status ? { status } : {}), ...(advisor_id ? { advisor_id } : {}) }
}

type AdvisorProgress = typeof reassignProgress | typeof assignProgress
