import { describe, expect, it } from 'vitest'
import { countText } from '../lib/count-text.ts'
import { waitingByPath } from './waiting-counts.ts'

describe('what waits', () => {
  it('is a number for each screen that has any (OQ-196)', () => {
    const counts = waitingByPath({
      reported_users: 1,
      reported_posts: 0,
      reported_comments: 12,
      leads_without_advisor: 1_000,
      documents_without_state: 7,
      open_differences: 4,
      open_disputes: 2,
      refund_requests: 3,
      failed_webhooks: 6,
      drafts_beginning: { masterclass: 2, webinar: 3, event: 0 },
    })
    expect(Object.fromEntries(counts)).toEqual({
      '/masterclass': 2,
      '/webinar': 3,
      '/moderation/users': 1,
      '/moderation/comments': 12,
      '/advisory/leads': 1_000,
      '/books/documents': 7,
      '/books/differences': 4,
      '/books/disputes': 2,
      '/transactions/requests': 3,
      '/webhooks': 6,
    })
    // The counts of other sections are absent (OQ-368).
    expect(Object.fromEntries(waitingByPath({ leads_without_advisor: 5 }))).toEqual({ '/advisory/leads': 5 })
    expect(waitingByPath(undefined).size).toBe(0)
  })

  it('is shown as 999+ from 1,000 on (OQ-195)', () => {
    expect([1, 999, 1_000, 2_000].map(countText)).toEqual(['1', '999', '999+', '999+'])
  })
})
