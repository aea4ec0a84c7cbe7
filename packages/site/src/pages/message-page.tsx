import { Layout } from './layout.tsx'

/** A page with one message, such as a refusal or a thank-you. */
export function MessagePage({
  title,
  text,
  kind,
}: {
  title: string
  text: string
  kind: 'done' | 'refused'
}) {
  return (
    <Layout title={title} notice={{ kind, text }}>
      <div className="narrow">
        <h1>{title}</h1>
        <p>
          <a href="/site">All sessions</a>
        </p>
      </div>
    </Layout>
  )
}
