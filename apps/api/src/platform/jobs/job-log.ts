import { Logger as JobLogger } from 'graphile-worker'
import type { Logger } from 'pino'

/** Forwards the job library's messages to our log. It logs every job at its info level, which is debug for us. */
export function jobLogger(log: Logger): JobLogger {
  return new JobLogger((scope) => (level, message) => {
    const fields = { job: scope.jobId, task: scope.taskIdentifier }
    if (level === 'error') log.error(fields, message)
    else if (level === 'warning') log.warn(fields, message)
    else log.debug(fields, message)
  })
}
