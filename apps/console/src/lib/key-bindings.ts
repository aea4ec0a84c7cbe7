/** Keys of every screen. Search and save are pressed with Ctrl or ⌘. */
export const shellKeys = { search: 'k', save: 'Enter', find: '/', create: 'c', help: '?' } as const

/** Keys of the moderation queues. */
export const queueKeys = { next: 'j', previous: 'k', ignore: 'i', remove: 'd', 'show-post': 'p' } as const

/** Keys of the question before something reported is removed. */
export const answerKeys = { yes: 'y', no: 'n' } as const

/** Keys of an open lead. */
export const leadKeys = { next: 'j', previous: 'k', status: 's', advisor: 'a' } as const
