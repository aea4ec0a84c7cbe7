import type { createPost, listPosts, updatePost } from '@greenroom/contract/community/post/post.endpoints'
import { redirect } from '@tanstack/react-router'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const PostManagementPage = lazyPart('posts', () =>
  import('./post-management-page.tsx').then((part) => part.PostManagementPage),
)

const PostEditPage = lazyPart('post-edit', () =>
  import('./post-edit-page.tsx').then((part) => part.PostEditPage),
)

const search = { tab: choice('pinned', 'create'), id: text, q: text }

/** The screens of this section. */
export const postScreens = [
  screen({
    path: paths.posts,
    component: PostManagementPage,
    search,
    prefetch: ({ search: { id } }) => {
      // The editor's address before it had a screen of its own.
      if (id !== undefined) throw redirect({ ...paths.postEdit(id), replace: true })
    },
    heading: 'Post Management',
    create: paths.posts,
    opens: needed<typeof listPosts>('content.read'),
    forms: { create: needed<typeof createPost>('content.write') },
  }),
  screen({
    path: '/create-post/edit/$id',
    component: PostEditPage,
    heading: 'Edit Post',
    back: paths.posts,
    record: 'post',
    opens: needed<typeof updatePost>('content.write'),
  }),
] as const
