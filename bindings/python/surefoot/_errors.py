class Error(Exception):
    """What the engine refused: `status` is the name in surefoot.h ("SF_ERROR_BUSY"), `where` the place or ""."""

    def __init__(self, status: str, message: str, where: str):
        super().__init__(f"{where}: {message}" if where else message)
        self.status = status
        self.message = message
        self.where = where
