import { type LeadStatus, leadStatuses } from '@greenroom/contract/lead-status'
import { closedStatuses } from '@greenroom/contract/people/advisory/advisory.schema'
import { useState } from 'react'

const storageKey = 'board-unfolded'

/**
 * Holds which columns of the board are folded to a strip: those of closed leads, until the person opens one. The browser
 * remembers it.
 */
export function useBoardFolds() {
  const [unfolded, setUnfolded] = useState<readonly LeadStatus[]>(readUnfolded)
  const set = (status: LeadStatus, isOpen: boolean) =>
    setUnfolded((before) => {
      const after = isOpen ? [...new Set([...before, status])] : before.filter((one) => one !== status)
      localStorage.setItem(storageKey, after.join(' '))
      return after
    })
  return {
    canFold: (status: LeadStatus) => closedStatuses.includes(status),
    isFolded: (status: LeadStatus) => closedStatuses.includes(status) && !unfolded.includes(status),
    fold: (status: LeadStatus) => set(status, false),
    unfold: (status: LeadStatus) => set(status, true),
  }
}

function readUnfolded(): LeadStatus[] {
  const stored = localStorage.getItem(storageKey)?.split(' ') ?? []
  return leadStatuses.filter((status) => stored.includes(status))
}
