import { AppError } from '../app-error.ts'

/** Levels of nesting that a JSON value may have. No call of the contract needs ten. */
export const deepestJson = 64

/**
 * Refuses JSON that is nested so deeply that serializing it again could exhaust the stack.
 * @throws AppError BAD_REQUEST
 */
export function refuseDeepJson(value: unknown): void {
  let level = [value].filter(isContainer)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestJson) throw new AppError('BAD_REQUEST', 'The JSON is nested too deeply.')
    level = level.flatMap((container) => Object.values(container)).filter(isContainer)
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
