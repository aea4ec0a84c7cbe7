import type { Scene } from './scene.ts'

export const webhooks: Scene = async (page, shoot, { sample, empty }) => {
  await page.goto(`${empty.url}/webhooks`)
  await page.getByText('No webhooks yet').waitFor()
  await shoot('webhooks-empty')
  const [order] = await sample.query<{ id: string; reference: string }>(
    "select id, reference_order_id as reference from transaction where status = 'refunded' limit 1",
  )
  const [session] = await sample.query<{ id: string; title: string }>(
    'select id, title from masterclass where is_active limit 1',
  )
  if (!order || !session)
    throw new Error('The sample data have no refunded order or no published masterclass.')
  const add = (record: string, event: string, payload: object, rest: string) =>
    sample.query(
      `insert into webhook_delivery (id, destination, event, record_type, record_id, payload, created_at, updated_at,
          last_attempt_at, state, attempts, last_status, last_answer, next_attempt_at, sent_at)
        select gen_random_uuid(), 'product', $1, $2, $3, $4, now(), now(), now(), ${rest}`,
      [event, record, (payload as { id?: string }).id ?? order.id, JSON.stringify(payload)],
    )
  await add('masterclass', 'session.published', session, "'sent', 1, 200, 'OK', null, now()")
  await add(
    'transaction',
    'order.refunded',
    { order_id: order.id, reference_order_id: order.reference, amount: 249_900, status: 'refunded' },
    "'failed', 10, 503, 'The database is away. Try again later.', null, null",
  )
  await add(
    'post',
    'post.removed',
    { post_id: order.id },
    "'skipped', 3, null, 'The connection was refused.', null, null",
  )
  await add(
    'masterclass',
    'session.changed',
    session,
    "'waiting', 2, null, 'No answer within 10 s.', now() + interval '1 hour', null",
  )
  await page.goto(`${sample.url}/webhooks`)
  await page.getByRole('table', { name: 'Webhooks' }).waitFor()
  await shoot('webhooks')
  await page.getByRole('button', { name: /^Details of Order refunded/ }).click()
  await page.getByRole('dialog').getByText('Payload').waitFor()
  await shoot('webhooks-details')
  await sample.query('delete from webhook_delivery')
}
