import { listErasures } from '@greenroom/contract/people/person/personal-data.endpoints'
import { type Erasure, erasureSteps } from '@greenroom/contract/people/person/personal-data.schema'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { formatTime } from '../../../lib/dates.ts'
import { Loading } from '../../../ui/loading.tsx'
import { SendProgress } from '../../../ui/send-progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type GlyphShape, type GlyphTone, StatusGlyph } from '../../../ui/status-glyph.tsx'
import classes from './personal-data.module.css'
import { countsText, erasureText, personalDataMessages as messages } from './personal-data-messages.ts'

const pollMs = 1_000

/** The latest erasures with their progress. They name nobody. */
export function ErasureList() {
  const [polls, setPolls] = useState(false)
  const { data, error, refetch } = useRead(
    listErasures,
    { query: { limit: 10 } } as never,
    polls ? { refetchMs: pollMs } : {},
  )
  const isOpen = data?.some(({ state }) => state === 'waiting' || state === 'running') ?? false
  useEffect(() => setPolls(isOpen), [isOpen])
  return (
    <section className={classes.section} aria-labelledby="erasures">
      <h2 id="erasures" className="gr-part">
        {messages.erasures}
      </h2>
      {data === undefined && error === null && (
        <Loading label={messages.erasuresLoading}>
          <div className="gr-stack">
            <Skeleton width="100%" />
            <Skeleton width="100%" />
          </div>
        </Loading>
      )}
      {data === undefined && error !== null && (
        <p className="gr-small gr-danger" role="alert">
          {messages.erasuresFailed}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {messages.retry}
          </Button>
        </p>
      )}
      {data?.length === 0 && <p className="gr-small gr-quiet">{messages.noErasures}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.rows}>
          {data.map((erasure) => (
            <ErasureRow key={erasure._id} erasure={erasure} />
          ))}
        </ul>
      )}
    </section>
  )
}

const glyphs: Record<Erasure['state'], { shape: GlyphShape; tone: GlyphTone }> = {
  waiting: { shape: 'ring', tone: 'warn' },
  running: { shape: 'half', tone: 'warn' },
  erased: { shape: 'tick', tone: 'ok' },
  refused: { shape: 'cross', tone: 'bad' },
}

function ErasureRow({ erasure }: { erasure: Erasure }) {
  const { state, step, requested_at, requested_by, counts, problem } = erasure
  const text = erasureText(erasure)
  const changed = countsText(counts)
  const done = step === null ? erasureSteps.length : erasureSteps.indexOf(step)
  return (
    <li className={classes.erasure} data-state={state}>
      <span className="gr-row">
        <StatusGlyph {...glyphs[state]} />
        <span className="gr-bold" role="status">
          {text}
        </span>
      </span>
      <span className="gr-fine gr-faint gr-num">
        {messages.requestedBy(formatTime(requested_at), requested_by)}
      </span>
      {changed !== '' && <span className="gr-small gr-quiet">{changed}</span>}
      {state === 'running' && (
        <SendProgress className={classes.progress} share={done / erasureSteps.length} label={text} />
      )}
      {problem !== null && <span className="gr-small gr-danger">{problem}</span>}
    </li>
  )
}
