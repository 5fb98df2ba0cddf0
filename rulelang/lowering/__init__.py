"""Checked game model in, program out: phases, actions and scores become blocks between stops."""
