import * as z from 'zod/mini'
import { isPlainLine, requiredText } from '../../field.ts'
import { viewSearchOf } from './saved-view.rules.ts'
import { viewedScreen } from './viewed-screens.ts'

/** Max number of views of one person. */
export const mostViews = 50
/** Max number of shared views of all staff together. */
export const mostSharedViews = 200
const longestName = 60
const mostParameters = 20
const longestSearch = 2_000

export const savedViewMessages = {
  nameRequired: 'Enter a name',
  nameTooLong: `Should not exceed ${longestName} characters`,
  nameHidden: 'Remove line breaks and hidden characters',
  nameTaken: 'You already have a view with this name in this section',
  nameTakenByOwner: 'The owner of this view already has one with this name in this section',
  path: 'This screen has no views',
  search: "These filters can't be saved",
  searchTooLong: 'These filters are too long to be saved. Shorten the search.',
  searchEmpty: 'Set a filter, a tab or columns first',
  personal: "Your role can't search by phone number or e-mail address",
  personalShared:
    "A view with a phone number or an e-mail address can't be shared. Remove it from the filters, or keep the view to yourself.",
  personalName:
    "A view with a phone number or an e-mail address can't be shared. Remove it from the name, or keep the view to yourself.",
  tooMany: `You have ${mostViews} views. Delete one first.`,
  tooManyShared: `There are ${mostSharedViews} shared views. Delete one first, or keep this one to yourself.`,
  stale: 'Somebody has changed this view meanwhile.',
  notOwn: (owner: string) => `Only ${owner} or an owner can change this view. Save it as your own instead.`,
  onlyPeople: 'Only people have views',
} as const

const Search = z.record(z.string(), z.string())

export const SavedView = z.object({
  _id: z.string(),
  /** The path of the list. */
  path: z.string(),
  name: z.string(),
  /** The search parameters of the list's address. */
  search: Search,
  is_shared: z.boolean(),
  is_own: z.boolean(),
  /** Whether the caller may rename, share and delete it. */
  may_change: z.boolean(),
  owner: z.object({
    name: z.string(),
    /** Disabled staff keep their views; shared ones stay in use. */
    is_disabled: z.boolean(),
  }),
  created_at: z.string(),
  version: z.int(),
})
export type SavedView = z.output<typeof SavedView>

const name = requiredText(savedViewMessages.nameRequired, {
  max: longestName,
  message: savedViewMessages.nameTooLong,
}).check(z.refine(isPlainLine, { error: savedViewMessages.nameHidden }), z.trim())

/** Stored in the order of the names, without the page and what is opened. */
const search = z
  .record(
    z.string().check(z.regex(/^[a-z][a-z_]{0,39}$/, savedViewMessages.search)),
    z.string({ error: savedViewMessages.search }).check(z.maxLength(500, savedViewMessages.searchTooLong)),
    { error: savedViewMessages.search },
  )
  .check(
    z.overwrite((given) => ({ ...viewSearchOf(given) })),
    z.refine((given) => Object.keys(given).length > 0, { error: savedViewMessages.searchEmpty }),
    z.refine((given) => Object.keys(given).length <= mostParameters, {
      error: savedViewMessages.searchTooLong,
    }),
    z.refine((given) => JSON.stringify(given).length <= longestSearch, {
      error: savedViewMessages.searchTooLong,
    }),
  )

export const NewSavedView = z.object({
  path: z
    .string({ error: savedViewMessages.path })
    .check(z.refine((path) => viewedScreen(path) !== undefined, { error: savedViewMessages.path })),
  name,
  search,
  is_shared: z.boolean(),
})
export type NewSavedView = z.output<typeof NewSavedView>

export const SavedViewChanges = z.object({
  name: z.optional(name),
  search: z.optional(search),
  is_shared: z.optional(z.boolean()),
})
export type SavedViewChanges = z.output<typeof SavedViewChanges>
