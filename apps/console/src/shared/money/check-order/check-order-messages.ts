export const checkOrderMessages = {
  action: 'Check with Razorpay',
  title: (order: string) => `Check order ${order} with Razorpay?`,
  effect:
    "If Razorpay has the payment, the order is completed and its numbered invoice issued, which can't be undone. Otherwise a message says what Razorpay knows.",
  confirm: 'Check',
  cancel: 'Cancel',
  pending: 'Asking Razorpay',
} as const
