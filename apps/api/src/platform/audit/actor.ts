/** Who acts, and from where: the signed-in member of staff. */
export interface Actor {
  /** The identity provider's subject: stable, unlike an e-mail address. */
  id: string
  email: string
  name: string
  /** The client's network address. */
  address: string
  requestId: string
}

/** The program itself, for jobs. */
export const systemActor: Actor = {
  id: 'system',
  email: 'system',
  name: 'Greenroom',
  address: '',
  requestId: '',
}
