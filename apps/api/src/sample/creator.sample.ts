import { insertCreator } from '../modules/sessions/creator/creator.repository.ts'
import { newId } from '../platform/database/record-id.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { kolkataTime } from './sample-time.ts'

/** First name, last name, e-mail address, phone. The earliest to join comes first. */
const creators = [
  ['Ananya', 'Deshpande', 'ananya.deshpande@example.com', '+919820014501'],
  ['Harpreet', 'Gill', 'harpreet.gill@example.org', '+919876025502'],
  ['Meenakshi', 'Subramanian', 'meenakshi.s@example.com', '+919840036503'],
  ['Arjun', 'Nair', 'arjun.nair@example.net', '+919447047504'],
  ['Debolina', 'Chatterjee', 'debolina.c@example.com', '+919830058505'],
  ['Farhan', 'Qureshi', 'farhan.qureshi@example.org', '+919415069506'],
  ['Kavya', 'Hegde', 'kavya.hegde@example.com', '+919880071507'],
  ['Jignesh', 'Patel', 'jignesh.patel@example.net', '+919825082508'],
  ['Rituparna', 'Baruah', 'rituparna.baruah@example.com', '+919864093509'],
  ['Sai Charan', 'Reddy', 'saicharan.reddy@example.org', '+919849004510'],
  ['Lalrinpuii', 'Sailo', 'lalrinpuii.sailo@example.com', '+919436015511'],
  ['Nisha', 'Rathore', 'nisha.rathore@example.net', '+919829026512'],
] as const

/** Adds the creators; the last one joined ten days ago, the others before. */
async function addCreators(context: SampleContext): Promise<SampleCounts> {
  for (const [index, [first_name, last_name, email, phone]] of creators.entries()) {
    const joined = kolkataTime(context.now, -10 - (creators.length - 1 - index) * 21, '11:40')
    context.creators.push(
      await insertCreator(context.db, { id: newId(), first_name, last_name, email, phone, now: joined }),
    )
  }
  return { creators: creators.length }
}

export const creatorSample: SampleSection = { add: addCreators }
