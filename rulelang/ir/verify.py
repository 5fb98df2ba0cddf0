"""A program in, nothing out: raises where a program is ill-formed. To be written below."""
def verify(program): 
    return None
