import { AppError } from './app-error.ts'
import { isTransient } from './database/database-errors.ts'

/**
 * Runs database work that follows a provider's call. If the database fails for now, the error says what the provider
 * may have done, because the usual message would suggest that nothing happened.
 * @param message what happened, and how it continues
 * @param retryAfter seconds
 * @throws AppError UNAVAILABLE with the message; otherwise what the work throws
 */
export async function afterProviderCall<T>(
  message: string,
  retryAfter: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isTransient(error) ? new AppError('UNAVAILABLE', message, { retryAfter, cause: error }) : error
  }
}
