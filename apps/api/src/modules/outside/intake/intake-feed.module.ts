import {
  intakeComments,
  intakeLikes,
  intakePosts,
  intakeReports,
  intakeVotes,
} from '@greenroom/contract/outside/intake/intake-feed.endpoints'
import {
  LikeRecord,
  PostRecord,
  ReportRecord,
  VoteRecord,
} from '@greenroom/contract/outside/intake/intake-feed.schema'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { ItemRemoval } from '../../community/moderation/item-removal.service.ts'
import { storeBatch } from './intake-batch.ts'
import { createCommentIntake } from './intake-feed-comments.service.ts'
import { createPostIntake } from './intake-feed-posts.service.ts'
import { createReactionIntake } from './intake-feed-reactions.service.ts'
import { createReportIntake } from './intake-feed-reports.service.ts'

/** What members do in the community, as the public product sends it. */
export function intakeFeedModule(host: ModuleHost, { items }: { items: ItemRemoval }): void {
  const posts = createPostIntake({ items, authorId: host.settings.ADMIN_POST_USER_ID })
  const comments = createCommentIntake({ items })
  const reactions = createReactionIntake()
  const reports = createReportIntake({ items })
  on(host, intakePosts).handle((call, { body }) => storeBatch(call, body, PostRecord, posts.store))
  on(host, intakeComments).handle((call, { body }) => comments.storeAll(call, body))
  on(host, intakeLikes).handle((call, { body }) => storeBatch(call, body, LikeRecord, reactions.storeLikes))
  on(host, intakeVotes).handle((call, { body }) => storeBatch(call, body, VoteRecord, reactions.storeVotes))
  on(host, intakeReports).handle((call, { body }) => storeBatch(call, body, ReportRecord, reports.store))
}
