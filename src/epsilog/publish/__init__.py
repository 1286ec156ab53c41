"""Where everything meets: plan, pay, read, draw, dress, deliver."""
