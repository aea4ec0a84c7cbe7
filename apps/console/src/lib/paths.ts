import { consolePaths } from '@greenroom/contract/console-paths'
import type { TransactionType } from '@greenroom/contract/transaction/transaction.schema'

/**
 * All paths of the console. Spread one with a parameter into a link or a navigation: <Link
 * {...paths.masterclassEdit(id)}>, navigate(paths.masterclassEdit(id)).
 */
export const paths = {
  ...consolePaths,
  masterclassEdit: (id: string) => ({ to: '/masterclass/edit/$id', params: { id } }) as const,
  transactionList: (type: TransactionType) => ({ to: '/transactions/$type', params: { type } }) as const,
  transaction: (id: string) => ({ to: '/transactions/orders/$id', params: { id } }) as const,
  eventEdit: (id: string) => ({ to: '/event/edit/$id', params: { id } }) as const,
  webinarEdit: (id: string) => ({ to: '/webinar/edit/$id', params: { id } }) as const,
  postEdit: (id: string) => ({ to: '/create-post/edit/$id', params: { id } }) as const,
  advisoryService: (id: string) => ({ to: '/advisory/services/$id', params: { id } }) as const,
} as const
