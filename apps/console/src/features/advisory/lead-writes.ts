import { getLead, listLeads, updateLead } from '@greenroom/contract/advisory/advisory.endpoints'
import type { Lead, LeadChanges, LeadStatus } from '@greenroom/contract/advisory/advisory.schema'
import type { DataOf } from '@greenroom/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callEndpoint } from '../../lib/api/client.ts'
import { queryKey } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { assignProgress, reassignProgress, statusProgress } from './advisory-messages.ts'

/**
 * The writes of the Leads screen. What was chosen counts at once; when the server refuses it, what it has stored comes
 * back (ADV-34 to ADV-36).
 */
export function useLeadWrites() {
  const client = useQueryClient()
  // What was chosen and is not stored yet, by lead.
  const [chosen, setChosen] = useState<ReadonlyMap<string, LeadChanges>>(new Map())
  // Changes of one lead go out one after the other, so that the last one chosen is the one that stays.
  const last = useRef(new Map<string, Promise<unknown>>())

  const send = async (id: string, changes: LeadChanges): Promise<Lead> => {
    const { data } = await callEndpoint(updateLead, { params: { id }, body: changes })
    client.setQueryData<Lead>(queryKey(getLead, { params: { id } }), data)
    client.setQueriesData<DataOf<typeof listLeads>>(
      { queryKey: queryKey(listLeads) },
      (page) =>
        page && { ...page, bookings: page.bookings.map((lead) => (lead._id === data._id ? data : lead)) },
    )
    // Under a filter the lead may have to leave the list; the rows on the screen stay until the answer comes.
    void client.invalidateQueries({ queryKey: queryKey(listLeads) })
    return data
  }

  const change = async (lead: Lead, changes: LeadChanges, words: typeof statusProgress | AdvisorProgress) => {
    setChosen((before) => new Map(before).set(lead._id, { ...before.get(lead._id), ...changes }))
    const before = last.current.get(lead._id) ?? Promise.resolve()
    const work = before.catch(() => {}).then(() => send(lead._id, changes))
    last.current.set(lead._id, work)
    try {
      await notify.progress(work, words)
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
    /** A booking that has none yet is assigned, another is reassigned: each has its own words (OQ-092). */
    setAdvisor: (lead: Lead, advisorId: string) =>
      change(lead, { advisor_id: advisorId }, lead.advisor ? reassignProgress : assignProgress),
  }
}

type AdvisorProgress = typeof reassignProgress | typeof assignProgress
