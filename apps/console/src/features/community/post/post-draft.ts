import {
  type Post,
  type PostAuthor,
  pollDefaults,
  pollExpiry,
} from '@greenroom/contract/community/post/post.schema'
import { expiryOf, keepsDays, type PostFormValues } from './post-form-values.ts'

interface Draft {
  values: PostFormValues
  /** The stored post; null for a new one. */
  base: Post | null
  author: PostAuthor
  now: Date
  fileOf: (mark: unknown) => File | undefined
  /** Returns an object URL of a picked file; undefined until there is one. */
  urlOf: (file: File) => string | undefined
}

/** Returns the post that the editor's values would make, with object URLs for picked files. Invalid days count as one. */
export function draftPost({ values, base, author, now, fileOf, urlOf }: Draft): Post {
  const urlOfValue = (value: string | null) => {
    const file = fileOf(value)
    return file ? (urlOf(file) ?? null) : value
  }
  const file = fileOf(values.file)
  const { images = [], audio = null } = base?.attachments ?? {}
  return {
    id: '',
    _id: '',
    version: 0,
    like_count: 0,
    comment_count: 0,
    created_at: now.toISOString(),
    ...base,
    is_own: true,
    user: author,
    user_id: author,
    message: values.message,
    tags: values.tags,
    is_pinned: values.is_pinned,
    attachments: {
      images: [
        ...images.filter((image) => !values.removed_images.includes(image)),
        ...values.new_images.flatMap((mark) => {
          const picked = fileOf(mark)
          return (picked && urlOf(picked)) ?? []
        }),
      ],
      video: urlOfValue(values.video),
      audio,
      // The preview shows only the kind of the file, which its name tells.
      file: file ? file.name : values.file,
    },
    poll: values.has_poll ? draftPoll(values, base, now) : null,
  }
}

function draftPoll(values: PostFormValues, base: Post | null, now: Date): NonNullable<Post['poll']> {
  const stored = base?.poll
  // Equal options are an error that the editor shows. The preview has each once.
  const options = [...new Set(values.options.map((option) => option.trim()))].filter(
    (option) => option !== '',
  )
  const end = expiryOf(values.days, now) ?? pollExpiry(pollDefaults.days, now)
  return {
    options: options.map((option) => ({
      option,
      votes: stored?.options.find((one) => one.option === option)?.votes ?? 0,
    })),
    expires_at: stored && keepsDays(values) ? stored.expires_at : end.toISOString(),
    allow_multiple: values.allow_multiple,
  }
}
