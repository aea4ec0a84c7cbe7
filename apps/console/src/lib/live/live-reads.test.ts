import { endpoints } from '@greenroom/contract/endpoints'
import { expect, it } from 'vitest'
import { countReads, outdatedBy, reportedPosts } from './live-reads.ts'

it('names only reads that exist (OQ-490)', () => {
  const reads = endpoints.flatMap(({ endpoint }) => (endpoint.method === 'GET' ? [endpoint.name] : []))
  const named = Object.values(outdatedBy).flatMap(({ lists, reads = [] }) => [...lists, ...reads])
  named.push(...countReads)
  expect(named.filter((name) => name !== reportedPosts && !reads.includes(name))).toEqual([])
})
