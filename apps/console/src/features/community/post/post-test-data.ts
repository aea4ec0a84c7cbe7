import type { Post, PostAuthor } from '@greenroom/contract/community/post/post.schema'

const author: PostAuthor = {
  id: 'u1',
  _id: 'u1',
  first_name: 'Greenroom',
  last_name: 'Desk',
  profile_picture: null,
  username: 'greenroom',
  designation: 'Community',
  memberships: { is_opc: false },
}

/** A post of the provider with everything that one can have. */
export const samplePost: Post = {
  id: 'p1',
  _id: 'p1',
  message: 'Which regime suits you?',
  attachments: { images: ['/files/a.jpg', '/files/b.jpg'], video: '/files/v.webm', audio: null, file: null },
  like_count: 12,
  comment_count: 3,
  poll: {
    options: [
      { option: 'Old', votes: 4 },
      { option: 'New', votes: 9 },
    ],
    expires_at: '2026-11-23T10:00:00.000Z',
    allow_multiple: false,
  },
  tags: ['Tax', 'Loans'],
  created_at: '2026-11-20T10:00:00.000Z',
  is_pinned: false,
  user: author,
  user_id: author,
  is_own: true,
  version: 7,
}
