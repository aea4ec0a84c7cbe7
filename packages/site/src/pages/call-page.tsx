import type { PublicService } from '@greenroom/contract/outside/public-read/public-read.schema'
import type { Visitor } from '../visitor.ts'
import { ContactFields, TextField } from './fields.tsx'
import { Layout } from './layout.tsx'

/** Books an advisory call. */
export function CallPage({
  services,
  visitor,
  query,
  notice,
}: {
  services: readonly PublicService[]
  visitor: Visitor | null
  /** Where the visitor came from: utm_source and the like. */
  query: Record<string, string | undefined>
  notice?: { kind: 'done' | 'refused'; text: string } | undefined
}) {
  return (
    <Layout title="Book a call" notice={notice}>
      <div className="narrow">
        <h1>Book a call</h1>
        {services.length === 0 ? (
          <p>There is nothing to book yet.</p>
        ) : (
          <form method="post" action="/site/call">
            {['utm_source', 'utm_medium', 'utm_campaign'].map(
              (name) => query[name] && <input key={name} type="hidden" name={name} value={query[name]} />,
            )}
            <label>
              About
              <select name="service_id" required>
                {services.map(({ _id, service_name, slot_time }) => (
                  <option
                    key={_id}
                    value={_id}
                  >{`${service_name} (${Math.round(slot_time / 60)} minutes)`}</option>
                ))}
              </select>
            </label>
            <TextField name="start_time" label="When, in India" type="datetime-local" />
            <ContactFields contact={visitor} />
            <button type="submit">Book</button>
          </form>
        )}
      </div>
    </Layout>
  )
}
