import type {
  listReportedComments,
  listReportedUsers,
} from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { listPosts } from '@greenroom/contract/community/post/post.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const UserQueuePage = lazyPart('reported-users', () =>
  import('./user-queue-page.tsx').then((part) => part.UserQueuePage),
)

const PostQueuePage = lazyPart('reported-posts', () =>
  import('./post-queue-page.tsx').then((part) => part.PostQueuePage),
)

const CommentQueuePage = lazyPart('reported-comments', () =>
  import('./comment-queue-page.tsx').then((part) => part.CommentQueuePage),
)

/** The screens of this section. */
export const moderationScreens = [
  screen({
    path: paths.userModeration,
    component: UserQueuePage,
    search: { types: text },
    heading: 'Reported Users',
    opens: needed<typeof listReportedUsers>('moderation.read'),
  }),
  screen({
    path: paths.postModeration,
    component: PostQueuePage,
    search: { types: text },
    heading: 'Reported Posts',
    // Reported posts are posts with their reports.
    opens: [...needed<typeof listPosts>('content.read'), 'moderation.read'],
  }),
  screen({
    path: paths.commentModeration,
    component: CommentQueuePage,
    search: { types: text, post: text },
    heading: 'Reported Comments',
    opens: needed<typeof listReportedComments>('moderation.read'),
  }),
] as const
