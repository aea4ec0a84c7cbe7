/** One kind of row that the benchmark's writers insert. */
export interface WriteCase {
  name: string
  table: string
  /** The trigger that counts inserts. */
  trigger: string
  /** Inserts one row. */
  insert: string
}

/** An order of today, of one of 40 entities. */
export const orderWrite: WriteCase = {
  name: 'Orders',
  table: 'transaction',
  trigger: 'transaction_change',
  insert: `
    insert into transaction (id, reference_order_id, payment_id, status, amount, currency_code, created_at, entity_type,
      entity_id, entity_title, user_id, user_first_name, user_last_name, user_phone, user_email, source)
    select id, id, id, 'completed', 49900, 'INR', now(), 'masterclass', md5((random() * 40)::int::text)::uuid,
      'Masterclass number 7 of the season', id, 'Priya', 'Sharma', '+919876543210', 'priya@mail.example', 'meta'
    from gen_random_uuid() as id`,
}

/** A lead of a service of the filled database, without an advisor. */
export const leadWrite: WriteCase = {
  name: 'Leads',
  table: 'lead',
  trigger: 'lead_change',
  insert: `
    insert into lead (id, reference_record_id, status, start_time, created_at, service_id, user_first_name,
      user_last_name, user_email, user_phone)
    select id, id, 'INSURANCE_CALL_SCHEDULED', now(), now(), md5('service 0')::uuid, 'Priya', 'Sharma',
      'priya@mail.example', '+919876543210'
    from gen_random_uuid() as id`,
}
