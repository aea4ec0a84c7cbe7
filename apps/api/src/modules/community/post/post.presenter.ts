import type { Post, PostAuthor } from '@greenroom/contract/community/post/post.schema'
import { fileUrl } from '../../../platform/files/files.ts'
import type { AttachmentKind, PostRow } from './post.repository.ts'

/**
 * Presents a post for a response, its author under both names of the specification.
 * @param providerAuthorId the account in whose name staff write
 */
export function presentPost(row: PostRow, providerAuthorId: string): Post {
  const author: PostAuthor = {
    id: row.user_id,
    _id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    profile_picture: row.profile_picture_key === null ? null : fileUrl(row.profile_picture_key),
    username: row.username,
    designation: row.designation,
    memberships: { is_opc: row.is_opc },
  }
  const urlsOf = (kind: AttachmentKind) =>
    (row.attachments ?? []).flatMap(([ofKind, key]) => (ofKind === kind ? [fileUrl(key)] : []))
  return {
    id: row.id,
    _id: row.id,
    message: row.message,
    attachments: {
      images: urlsOf('image'),
      video: urlsOf('video')[0] ?? null,
      audio: urlsOf('audio')[0] ?? null,
      file: urlsOf('file')[0] ?? null,
    },
    like_count: row.like_count,
    comment_count: row.comment_count,
    poll:
      row.poll_expires_at === null
        ? null
        : {
            options: row.options ?? [],
            expires_at: row.poll_expires_at,
            allow_multiple: row.poll_allow_multiple,
          },
    tags: row.tags,
    created_at: row.created_at,
    is_pinned: row.is_pinned,
    user: author,
    user_id: author,
    is_own: row.user_id === providerAuthorId,
    version: row.version,
  }
}
