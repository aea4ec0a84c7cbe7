import { intakeEndpoint } from '../../intake-batch.ts'
import { CommentRecord, LikeRecord, PostRecord, ReportRecord, VoteRecord } from './intake-feed.schema.ts'

/** Creates, changes and deletes posts of members (OQ-423). */
export const intakePosts = intakeEndpoint({
  name: 'intakePosts',
  path: '/intake/posts',
  summary: 'Send posts of members',
  requirements: ['OQ-422', 'OQ-423'],
  batchOf: PostRecord,
})

/** Creates, changes and deletes comments. */
export const intakeComments = intakeEndpoint({
  name: 'intakeComments',
  path: '/intake/comments',
  summary: 'Send comments',
  requirements: ['OQ-422'],
  batchOf: CommentRecord,
})

/** Stores likes and takes them back. The results have no `_id`. */
export const intakeLikes = intakeEndpoint({
  name: 'intakeLikes',
  path: '/intake/likes',
  summary: 'Send likes of posts',
  requirements: ['OQ-424'],
  batchOf: LikeRecord,
})

/** Stores votes and takes them back. The results have no `_id`. */
export const intakeVotes = intakeEndpoint({
  name: 'intakeVotes',
  path: '/intake/votes',
  summary: 'Send votes of polls',
  requirements: ['OQ-425'],
  batchOf: VoteRecord,
})

/** Stores reports, which moderators then see, and withdraws them. */
export const intakeReports = intakeEndpoint({
  name: 'intakeReports',
  path: '/intake/reports',
  summary: 'Send reports of posts, comments and people',
  requirements: ['OQ-426'],
  batchOf: ReportRecord,
})
